"""Open files: every connection is one, so the system limit is raised and checked at start."""

import logging
import resource

LOG = logging.getLogger("turncoat.web")
RESERVED = 256  # for the database, engine processes, pipes, files that are read
ENOUGH = 1_048_576  # where there is no limit


def raise_limit(connections: int) -> int:
    """Raises the limit to the highest allowed; so many connections fit, at most as many as are asked for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            pass  # then what is allowed now must do
    fit = connections if soft == resource.RLIM_INFINITY else min(connections, max(soft - RESERVED, soft // 2))
    if fit < connections:
        facts = {"limit": soft, "needed": connections + RESERVED, "connections": fit}
        LOG.warning("the limit on open files (ulimit -n) is too low, so fewer connections fit", extra={"facts": facts})
    return fit
