# SPDX-License-Identifier: Apache-2.0
"""SparseMLP: against its three parts, in float64 and one after another, and what it refuses."""

import copy
import gc
import os
import pickle
import subprocess
import sys

import pytest
import torch
from torch import nn

import espalier
import espalier.torch as et

UNIT = 2.0**-24


def gamma(terms):
    return terms * UNIT / (1 - terms * UNIT)


def mlp(activation="gelu", block=4, out=32, bias=True, density=0.3):
    torch.manual_seed(0)
    return et.SparseMLP(48, 96, out, activation=activation, bias=bias, block=block, density=density, seed=3)


def wide(sparse):
    """The same in float64, densified."""
    act = {"gelu": nn.GELU(), "relu": nn.ReLU()}[sparse.activation]
    return nn.Sequential(et.densify_(nn.Sequential(copy.deepcopy(sparse.up)))[0], act,
                         et.densify_(nn.Sequential(copy.deepcopy(sparse.down)))[0]).double()


def passes(model, x, dy):
    """Output, and the gradients of input and parameters."""
    x = x.detach().clone().requires_grad_()
    y = model(x)
    parameters = [p for p in model.parameters() if p.requires_grad]
    return y.detach(), torch.autograd.grad(y, [x, *parameters], dy)


@pytest.mark.parametrize("block", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("activation", ["gelu", "relu"])
@pytest.mark.parametrize("shape", [(48,), (5, 48), (2, 100, 48), (1000, 48), (0, 48)])
def test_is_its_parts_within_the_bound_of_their_sums(block, activation, shape):
    """Fused against float64. The error of a hidden value is at most gamma_49 times the sum of the magnitudes of its
    terms, and GELU's 6e-7 of its value and 1e-6 of its slope; from there on bounds add as sums do."""
    sparse = mlp(activation, block)
    reference = wide(sparse)
    x, dy = torch.randn(shape), torch.randn(*shape[:-1], 32)
    y, (dx, *gradients) = passes(sparse, x, dy)
    yw, (dxw, dw1, db1, dw2, db2) = passes(reference, x.double(), dy.double())

    rows = lambda t: t.detach().double().reshape(-1, t.shape[-1]).abs()
    w1, b1, w2 = (reference[0].weight.detach(), reference[0].bias.detach(), reference[2].weight.detach())
    tokens = rows(x).shape[0]
    # |h - exact| and what follows from it; GELU's slope is below 1.13 and changes by at most 0.8 per unit.
    h_error = gamma(49) * (rows(x) @ w1.abs().T + b1.abs())
    hidden = reference[1](reference[0](x.double())).detach()
    a_error = 1.13 * h_error + 6e-7 * rows(x) @ w1.abs().T + 1e-6
    y_bound = a_error @ w2.abs().T + gamma(97) * ((rows(hidden) + a_error) @ w2.abs().T + reference[2].bias.abs())
    if activation == "relu":  # its slope jumps: only where the sign is certain is it the same
        certain = (reference[0](x.double()).reshape(-1, 96).abs() > h_error).all()
        assert certain or tokens > 5
        slope_error = (reference[0](x.double()).reshape(-1, 96).abs() <= h_error).double()
    else:
        slope_error = 0.8 * h_error + 1e-6
    da = rows(dy) @ w2.abs()
    dh_error = slope_error * da + 1.13 * gamma(33) * da
    magnitude = 1.13 * da + dh_error
    assert ((y - yw).double().reshape(-1, 32).abs() <= y_bound).all()
    assert ((dx - dxw).double().reshape(-1, 48).abs() <= dh_error @ w1.abs() + gamma(97) * magnitude @ w1.abs()).all()

    def dense(layer, gradient):
        return torch.from_numpy(espalier.BlockMatrix(layer.pattern, gradient.numpy()).to_dense()).double()

    stored1, stored2 = (sparse.up.to_dense() != 0).double(), (sparse.down.to_dense() != 0).double()
    sums = gamma(tokens + 1)
    assert ((dense(sparse.up, gradients[0]) - stored1 * dw1).abs() <=
            dh_error.T @ rows(x) + sums * magnitude.T @ rows(x)).all()
    assert ((gradients[1] - db1).abs() <= dh_error.sum(0) + sums * magnitude.sum(0)).all()
    assert ((dense(sparse.down, gradients[2]) - stored2 * dw2).abs() <=
            rows(dy).T @ a_error + sums * rows(dy).T @ (rows(hidden) + a_error)).all()
    assert ((gradients[3] - db2).abs() <= sums * rows(dy).sum(0)).all()


def test_is_its_parts_one_after_another_but_for_the_activation():
    """With relu nothing is rounded differently: to the last bit."""
    sparse = mlp("relu")
    x, dy = torch.randn(700, 48), torch.randn(700, 32)
    fused = passes(sparse, x, dy)
    handle = sparse.up.register_forward_hook(lambda *_: None)  # so that the layers run one by one
    y, gradients = passes(sparse, x, dy)
    handle.remove()
    assert torch.equal(fused[0], y)
    assert torch.equal(fused[1][0], gradients[0])
    assert torch.equal(fused[1][1], gradients[1]) and torch.equal(fused[1][3], gradients[3])


def test_does_not_depend_on_threads():
    sparse = mlp()
    x, dy = torch.randn(1000, 48), torch.randn(1000, 32)
    before = torch.get_num_threads()
    results = []
    for threads in (1, 2, 3):
        torch.set_num_threads(threads)
        results.append(passes(sparse, x, dy))
    torch.set_num_threads(before)
    for y, gradients in results[1:]:
        assert torch.equal(y, results[0][0])
        # The bias of the second layer is summed by torch.
        assert all(torch.equal(a, b) for a, b in zip(gradients[:-1], results[0][1][:-1], strict=True))


def test_a_graph_may_be_walked_twice_and_two_may_live_at_once():
    sparse = mlp()
    x1, x2 = torch.randn(500, 48), torch.randn(500, 48)
    alone = [sparse(x).sum() for x in (x1,)][0]
    first = torch.autograd.grad(alone, sparse.up.weight, retain_graph=True)[0]
    other = sparse(x2).sum()
    again = torch.autograd.grad(alone, sparse.up.weight)[0]
    assert torch.equal(first, again)
    of_other = torch.autograd.grad(other, sparse.up.weight)[0]
    del alone, other
    gc.collect()
    assert torch.equal(of_other, torch.autograd.grad(sparse(x2).sum(), sparse.up.weight)[0])


def test_hidden_values_are_given_back_by_backward():
    """Though the loss stays alive, and by one module to the next: three modules under activation checkpointing take
    the 64 MiB of one pass of one module."""
    program = """
import os, torch, espalier.torch as et
from torch.utils.checkpoint import checkpoint
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
layers = [et.SparseMLP(64, 1024, block=16, density=0.05) for _ in range(3)]
def passes(tokens):
    y = x = torch.randn(tokens, 64, requires_grad=True)
    for layer in layers:
        y = checkpoint(layer, y, use_reentrant=True)
    y.sum().backward()
    loss = layers[0](x).sum()
    loss.backward()
    return loss
loss = passes(1)
before = resident()
for _ in range(3):
    loss = passes(8192)
print(resident() - before)
"""
    if not os.path.exists("/proc/self/statm"):
        pytest.skip("no /proc")
    taken = float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout)
    assert taken < 64 + 48


def test_frozen_weights_get_no_gradient():
    sparse = mlp()
    sparse.up.weight.requires_grad_(False)
    sparse.down.weight.requires_grad_(False)
    x = torch.randn(9, 48, requires_grad=True)
    sparse(x).sum().backward()
    assert sparse.up.weight.grad is None and sparse.down.weight.grad is None
    free = mlp()
    y = free(x.detach())
    y.sum().backward()
    assert torch.equal(sparse.up.bias.grad, free.up.bias.grad)
    with torch.no_grad():
        assert torch.equal(free(x), y)


@pytest.mark.parametrize("frozen", [True, False])
def test_a_layer_without_blocks_keeps_its_operands(frozen):
    """Of which growth by gradient would score the first blocks; one that is frozen is asked for no gradient."""
    sparse = mlp()
    empty = espalier.BlockPattern.from_coordinates((32, 96), 4, [], [])
    fused = et.SparseMLP.from_layers(sparse.up, et.SparseLinear(96, 32, pattern=empty))
    fused.down.weight.requires_grad_(not frozen)
    fused.down._plan.operands.want(True)
    fused(torch.randn(9, 48)).sum().backward()
    assert fused.down._plan.operands.tokens == (0 if frozen else 9)


def test_compiles_without_a_break_and_agrees():
    sparse = mlp("relu")
    x = torch.randn(64, 48)
    compiled = torch.compile(sparse, fullgraph=True)
    assert torch.equal(compiled(x), sparse(x))


def test_hooks_of_all_modules_see_both_layers():
    sparse, seen = mlp(), []
    handle = torch.nn.modules.module.register_module_forward_hook(lambda module, *_: seen.append(module))
    try:
        sparse(torch.randn(3, 48))
    finally:
        handle.remove()
    assert seen == [sparse.up, sparse.down, sparse]


def test_a_forward_of_a_layers_own_is_called():
    sparse, x = mlp(), torch.randn(3, 48)
    sparse.up.forward = lambda x: 2 * et.SparseLinear.forward(sparse.up, x)
    expected = sparse.down(nn.functional.gelu(sparse.up(x)))
    assert torch.equal(sparse(x), expected)


def test_topology_updates_move_both_layers_as_with_separate_ones():
    """rigl reads the gradients at positions that are not stored: from the fused passes too. Without biases, whose gradients
    torch sums in another order, nothing is rounded differently."""
    fused, separate = mlp("relu", bias=False), mlp("relu", bias=False)
    separate.up.register_forward_hook(lambda *_: None)
    models = []
    for model in (fused, separate):
        optimizer = torch.optim.SGD([p for p in model.parameters()], lr=0.01, momentum=0.9)
        policy = espalier.policy("rigl", steps=12, every_steps=3)
        models.append((model, optimizer, et.TopologyUpdater(model, optimizer, policy, seed=1)))
    before = fused.up.pattern
    generator = torch.Generator().manual_seed(5)
    for _ in range(12):
        x = torch.randn(300, 48, generator=generator)
        for model, optimizer, topo in models:
            model(x).square().mean().backward()
            topo.step()
            optimizer.zero_grad()
    assert fused.up.pattern == separate.up.pattern != before
    assert fused.down.pattern == separate.down.pattern
    assert torch.equal(fused.up.weight, separate.up.weight)


@pytest.mark.parametrize("fused", [True, False])
def test_threads_may_run_backward_at_once_while_a_policy_wants_their_operands(fused):
    """Growth sees the passes of all threads, as those of one. Integers: exact in any order."""
    program = """
import sys, threading, torch, espalier, espalier.torch as et
def grown(threads):
    torch.manual_seed(0)
    net = et.SparseMLP(64, 256, activation="relu", block=8, density=0.2)
    if sys.argv[1] == "False":
        net.up.register_forward_hook(lambda *_: None)
    with torch.no_grad():
        for p in net.parameters():
            p.copy_((p * 40).round())
    optimizer = torch.optim.SGD(net.parameters(), lr=0)
    topo = et.TopologyUpdater(net, optimizer, espalier.policy("rigl", steps=100, every_steps=1))
    x = torch.randint(-3, 4, (480, 64)).float()
    def work(passes):
        for _ in range(passes):
            net(x).sum().backward()
    workers = [threading.Thread(target=work, args=(48 // threads,)) for _ in range(threads)]
    [worker.start() for worker in workers]
    [worker.join() for worker in workers]
    return {name: weight["grow"].tolist() for name, weight in topo.step()["weights"].items()}
assert grown(4) == grown(1)
"""
    subprocess.run([sys.executable, "-c", program, str(fused)], check=True)


def test_an_edit_between_forward_and_backward_is_noticed():
    sparse = mlp()
    y = sparse(torch.randn(5, 48))
    with torch.no_grad():
        sparse.down.weight.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_copies_pickles_states_and_dense_again():
    sparse = mlp()
    x = torch.randn(10, 48)
    for twin in (copy.deepcopy(sparse), pickle.loads(pickle.dumps(sparse))):
        assert torch.equal(twin(x), sparse(x)) and twin._passes is not sparse._passes
    other = et.SparseMLP(48, 96, 32, block=4, density=0.3, seed=99)
    other.load_state_dict(sparse.state_dict())
    assert torch.equal(other(x), sparse(x))
    expected = sparse(x)
    et.densify_(sparse)
    torch.testing.assert_close(sparse(x), expected)


def test_around_layers_of_a_model():
    model = nn.Sequential(nn.Linear(48, 96), nn.GELU(), nn.Linear(96, 32))
    et.sparsify_(model, 0.3, block=4)
    around = et.SparseMLP.from_layers(model[0], model[2])
    x = torch.randn(3, 7, 48)
    torch.testing.assert_close(around(x), model(x))
    assert around.up is model[0]


@pytest.mark.parametrize("make, error, message", [
    (lambda: et.SparseMLP(48, 96, activation="tanh"), espalier.ConfigError, "found 'tanh'; expected 'gelu' or 'relu'"),
    (lambda: et.SparseMLP.from_layers(nn.Linear(4, 4), None), TypeError, "up: found Linear; expected a SparseLinear"),
    (lambda: et.SparseMLP.from_layers(et.SparseLinear(16, 32), et.SparseLinear(16, 32)), ValueError,
     "32 features of up and 16 into down"),
    (lambda: mlp()(torch.randn(3, 47)), ValueError, r"expected \[..., 48\]"),
    (lambda: mlp()(torch.randn(3, 48).double()), TypeError, "expected torch.float32 on cpu"),
])
def test_refuses(make, error, message):
    with pytest.raises(error, match=message):
        make()
