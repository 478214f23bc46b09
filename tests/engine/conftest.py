"""What several tests of the engine share."""

import pytest

from turncoat import native


@pytest.fixture(params=native.cpus())
def processor(request):
    """Each processor whose code this machine can run, one after the other."""
    before = native.cpu()
    native.use_cpu(request.param)
    yield request.param
    native.use_cpu(before)
