"""What all shapes on the wire share."""

from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


class Wire(BaseModel):
    """What every shape shares: nothing unknown is let in."""

    model_config = ConfigDict(extra="forbid")

    def json_bytes(self) -> bytes:
        """The shape as JSON; what was not set is left out."""
        return self.__pydantic_serializer__.to_json(self, exclude_unset=True)


def _number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("must be a number")
    return value


NUMBER = BeforeValidator(_number)
"""Lets in what JSON calls a number; false and "7" would else be taken for one."""
