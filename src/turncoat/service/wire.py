"""What all shapes on the wire share."""

from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


class Wire(BaseModel):
    """What every shape shares: nothing unknown is let in."""

    model_config = ConfigDict(extra="forbid")

    def json_text(self) -> str:
        """The shape as JSON; what was not set is left out."""
        return self.model_dump_json(exclude_unset=True)


def _number(value: Any) -> Any:
    if isinstance(value, bool | str):
        raise ValueError("must be a number")
    return value


NUMBER = BeforeValidator(_number)
"""Lets in what JSON calls a number; false and "7" would else be taken for one."""
