"""Jobs on a Ray cluster (the extra `ray`): one of this machine, or one of many machines through its address.

Ray places the jobs; what is lost with a worker or a whole node is given out again from here, so that a run can say how often.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from grognard.kernel.errors import GrognardError

Lost = Callable[[int], None]
PORT = 10001


def on_ray(
    work: Callable[..., bytes], left: Sequence[tuple[int, bytes]], host: str, paths: Sequence[str], died: Lost
) -> Iterator[bytes]:
    """Do jobs on a cluster and give their results as they come. `host`: of a cluster's Ray client server; empty: the cluster that
    RAY_ADDRESS names, or one begun on this machine for as long as it is needed."""
    try:
        ray: Any = importlib.import_module("ray")
    except ImportError:
        raise GrognardError("Ray is not installed", remedy="pip install 'grognard[ray]', or play in processes") from None
    with _joined(ray, host):
        play = ray.remote(num_cpus=1, max_retries=0)(work)
        waiting = deque(left)
        flying: dict[Any, tuple[int, bytes]] = {}
        while waiting or flying:
            room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
            while waiting and len(flying) < room:
                job = waiting.popleft()
                flying[play.remote(job[1], paths)] = job
            ready, _ = ray.wait(list(flying), timeout=2.0)
            for ref in ready:
                job = flying.pop(ref)
                try:
                    raw: bytes = ray.get(ref)
                except ray.exceptions.RayTaskError as error:
                    raise error.cause if isinstance(error.cause, GrognardError) else error from None
                except ray.exceptions.RayError:  # its worker or its node is gone, or took the result with it
                    died(job[0])
                    waiting.appendleft(job)
                else:
                    yield raw


@contextlib.contextmanager
def _joined(ray: Any, host: str) -> Iterator[None]:
    address = f"ray://{host if ':' in host else f'{host}:{PORT}'}" if host else None
    local = {} if address or os.environ.get("RAY_ADDRESS") else {"include_dashboard": False}
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    where = (address or os.environ.get("RAY_ADDRESS", "")).removeprefix("ray://")
    try:
        if ":" in where:  # Ray itself tries for minutes
            name, _, port = where.rpartition(":")
            socket.create_connection((name, int(port)), timeout=10).close()
        ray.init(address=address, logging_level="error", log_to_driver=False, **local)
    except Exception as error:
        words = f"there is no Ray cluster at {where or 'this machine'}: {error}"
        raise GrognardError(words, remedy="start one: ray start --head") from None
    try:
        yield
    finally:
        ray.shutdown()
