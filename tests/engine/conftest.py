"""What several tests of the engine share."""

import pytest

from turncoat import core


@pytest.fixture(params=core.cpus())
def processor(request):
    """Each processor whose code this machine can run, one after the other."""
    before = core.cpu()
    core.use_cpu(request.param)
    yield request.param
    core.use_cpu(before)
