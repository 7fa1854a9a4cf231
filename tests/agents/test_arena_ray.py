"""The arena on a Ray cluster of two nodes: the same games, also when a node is killed in mid-run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from ray import cluster_utils

from grognard.agents.arena import Result, run
from grognard.kernel.errors import GrognardError
from tests.agents.test_arena import digests, games


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    head = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80_000_000}
    found = cluster_utils.Cluster(initialize_head=True, head_node_args=head)
    monkeypatch.setenv("RAY_ADDRESS", found.address)
    yield found
    found.shutdown()


def test_a_node_is_killed_and_nothing_is_lost(cluster: Any) -> None:
    node = cluster.add_node(num_cpus=1, object_store_memory=80_000_000)
    cluster.wait_for_nodes()
    heard: list[int] = []
    lost: list[int] = []

    def done(result: Result) -> None:
        heard.append(result.n)
        if len(heard) == 10:
            cluster.remove_node(node, allow_graceful=False)

    results = run(games(60), on="ray", done=done, lost=lost.append)
    assert sorted(heard) == list(range(60))
    assert len(cluster.list_all_nodes()) == 1
    assert digests(results) == digests(run(games(60), workers=1))


def test_no_cluster_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(GrognardError, match="there is no Ray cluster at 127"):
        run(games(1), on="ray")
