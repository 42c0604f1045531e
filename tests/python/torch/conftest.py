# SPDX-License-Identifier: Apache-2.0
import pytest

torch = pytest.importorskip("torch")


@pytest.fixture
def process_group():
    """This process alone, over gloo."""
    torch.distributed.init_process_group("gloo", store=torch.distributed.HashStore(), rank=0, world_size=1)
    yield
    torch.distributed.destroy_process_group()
