"""Self-play and fits of an evaluation's weights, compiled."""

from ._native import Samples, fit, self_play

__all__ = ["Samples", "fit", "self_play"]
