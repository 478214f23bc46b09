"""What the shapes on the wire share: those that are sent are typed dictionaries, those that are taken are models."""

from collections.abc import Mapping
from typing import Any

import orjson
from pydantic import BaseModel, BeforeValidator, ConfigDict


class Wire(BaseModel):
    """What every model shares: nothing unknown is let in."""

    model_config = ConfigDict(extra="forbid")


def json_text(shape: Mapping[str, object]) -> str:
    """The shape as JSON."""
    return orjson.dumps(shape).decode()


def _number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("must be a number")
    return value


NUMBER = BeforeValidator(_number)
"""Lets in what JSON calls a number; false and "7" would else be taken for one."""
