# SPDX-License-Identifier: Apache-2.0
"""SparseLinear: its operators, against a dense layer in float64, and what it refuses."""

import copy
import io
import os
import pickle
import subprocess
import sys
import warnings

import numpy as np
import pytest
import scipy.sparse
import torch
import torch._dynamo.testing
from torch import nn
from torch.distributed.checkpoint.state_dict import get_model_state_dict, set_model_state_dict
from torch.fx.experimental.proxy_tensor import make_fx
from torch.utils.flop_counter import FlopCounterMode

import espalier
import espalier.torch as et
from espalier.torch import ops

UNIT = 2.0**-24
BLOCKS = [1, 2, 4, 8, 16]


def gamma(terms):
    return terms * UNIT / (1 - terms * UNIT)


def layer(block=4, out=48, inn=80, density=0.3, bias=True, seed=0):
    torch.manual_seed(seed)
    return et.SparseLinear(inn, out, bias, block=block, density=density, seed=seed)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("shape", [(80,), (7, 80), (2, 3, 80), (200, 80), (0, 80), (3, 0, 80)])
def test_output_and_gradients_are_within_the_bound_of_their_sums(block, shape):
    sparse = layer(block)
    x = torch.randn(shape, requires_grad=True)
    y = sparse(x)
    dy = torch.randn_like(y)
    y.backward(dy)

    wide = nn.Linear(80, 48).double()
    with torch.no_grad():
        wide.weight.copy_(sparse.to_dense())
        wide.bias.copy_(sparse.bias)
    xw = x.detach().double().requires_grad_()
    yw = wide(xw)
    yw.backward(dy.double())

    magnitude, size = wide.weight.abs(), lambda t: t.detach().abs().double().reshape(-1, t.shape[-1])
    tokens = size(x).shape[0]
    assert ((y - yw).reshape(-1, 48).abs() <= gamma(81) * (size(x) @ magnitude.T + wide.bias.abs())).all()
    assert ((x.grad - xw.grad).reshape(-1, 80).abs() <= gamma(48) * (size(dy) @ magnitude)).all()
    stored = (sparse.to_dense() != 0).double()
    gradient = torch.from_numpy(espalier.BlockMatrix(sparse.pattern, sparse.weight.grad.numpy()).to_dense()).double()
    assert ((gradient - stored * wide.weight.grad).abs() <= gamma(tokens + 1) * (size(dy).T @ size(x))).all()
    assert ((sparse.bias.grad - wide.bias.grad).abs() <= gamma(tokens + 1) * size(dy).sum(0)).all()


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("eager", [True, False])
def test_gradcheck_is_exact_on_small_integers(block, eager):
    """The layer is linear in each operand, so that differences of step 1 between integers are its derivatives."""
    sparse = layer(block, 16, 32)
    with torch.no_grad():
        sparse.weight.copy_(torch.randint(-3, 4, sparse.weight.shape))
        sparse.bias.copy_(torch.randint(-3, 4, sparse.bias.shape))
    x = torch.randint(-3, 4, (3, 32)).float().requires_grad_()

    def call(x, weight, bias):
        if eager:
            return ops.linear(x, weight, bias, sparse._plan_number, sparse._plan)
        return ops.linear_seen(x, weight, bias, sparse._plan_number, 16)

    arguments = (x, sparse.weight, sparse.bias)
    with pytest.warns(UserWarning, match="double precision"):
        assert torch.autograd.gradcheck(call, arguments, eps=1.0, atol=0, rtol=0, nondet_tol=0)


@pytest.mark.parametrize("block", BLOCKS)
def test_adjoint_identities(block):
    sparse = layer(block, bias=False)
    with torch.no_grad():
        sparse.weight.copy_(torch.randint(-3, 4, sparse.weight.shape))
    x = torch.randint(-3, 4, (9, 80)).float().requires_grad_()
    dy = torch.randint(-3, 4, (9, 48)).float()
    y = sparse(x)
    y.backward(dy)
    assert (dy * y).sum() == (x.grad * x).sum() == (sparse.weight.grad * sparse.weight).sum()


def test_only_the_gradients_that_are_wanted():
    sparse = layer()
    x = torch.randn(5, 80, requires_grad=True)
    sparse.weight.requires_grad_(False)
    sparse(x).sum().backward()
    assert sparse.weight.grad is None and x.grad is not None and sparse.bias.grad is not None
    sparse.weight.requires_grad_(True)
    sparse(x.detach()).sum().backward()
    assert sparse.weight.grad is not None
    with torch.no_grad():
        assert not sparse(x).requires_grad
    with torch.inference_mode():
        sparse(x)
    assert not layer(bias=False)(x.detach()).isnan().any()


@pytest.mark.parametrize("operator", [False, True])
def test_the_weight_gradient_is_computed_where_a_pass_asks_for_it(monkeypatch, operator):
    products = []

    def counted(*arguments, product=ops._native.linear_gradient):
        products.append(1)
        product(*arguments)

    monkeypatch.setattr(ops._native, "linear_gradient", counted)
    sparse = layer()
    x, weight = torch.randn(5, 80, requires_grad=True), sparse.weight

    def output(w=weight):
        if operator:
            return ops.linear_seen(x, w, sparse.bias, sparse._plan_number, 48).sum()
        return torch.func.functional_call(sparse, {"weight": w}, (x,)).sum()

    output().backward()
    expected, x.grad = weight.grad, None
    for gradients, count in [
        (lambda: torch.autograd.grad(output(), x) and expected, 0),
        (lambda: torch.autograd.grad(output(), weight)[0], 1),
        (lambda: torch.autograd.grad(output(), [x, weight])[1], 1),
        (lambda: torch.autograd.grad(output(weight * 1), [x, weight])[1], 1),
    ]:
        products.clear()
        assert torch.equal(gradients(), expected) and len(products) == count
    for inputs, count in [([weight], 1), ([x], 0), (None, 1)]:
        weight.grad, products[:] = None, []
        output().backward(inputs=inputs)
        assert len(products) == count and (weight.grad is None or torch.equal(weight.grad, expected))
    assert x.grad is not None


def test_one_layer_used_twice_and_strided_inputs():
    sparse = layer(4, 48, 48)
    x = torch.randn(96, 7).T[:, ::2].requires_grad_()
    (sparse(sparse(x)) * 2).sum().backward()
    wide = sparse.to_dense().double()
    expected = (x.detach().double() @ wide.T + sparse.bias.double()) @ wide.T + sparse.bias.double()
    torch.testing.assert_close(sparse(sparse(x)).double(), expected.detach(), rtol=1e-4, atol=1e-4)
    assert sparse.weight.grad is not None


def test_views_that_are_yet_to_be_negated():
    sparse = layer()
    x, dy = torch.randn(5, 80, requires_grad=True), torch.randn(5, 48)
    y = sparse(torch._neg_view(x))  # as the imaginary part of a conjugate is one
    assert torch.equal(y, sparse(-x))
    operands = [x, sparse.weight, sparse.bias]
    found, expected = torch.autograd.grad(y, operands, torch._neg_view(dy)), torch.autograd.grad(sparse(-x), operands, -dy)
    assert all(torch.equal(one, other) for one, other in zip(found, expected, strict=True))


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("tokens", [1, 2, 5, 16, 17])
def test_a_token_has_its_output_and_input_gradient_whatever_shares_the_call(block, tokens):
    sparse = layer(block)
    x, dy = torch.randn(70, 80, requires_grad=True), torch.randn(70, 48)
    y = sparse(x)
    (dx,) = torch.autograd.grad(y, x, dy)
    few = x[3 : 3 + tokens].detach().requires_grad_()
    y_of_few = sparse(few)
    (dx_of_few,) = torch.autograd.grad(y_of_few, few, dy[3 : 3 + tokens])
    assert torch.equal(y_of_few, y[3 : 3 + tokens])
    assert torch.equal(dx_of_few, dx[3 : 3 + tokens])


@pytest.mark.parametrize("block", BLOCKS)
def test_results_do_not_depend_on_the_number_of_threads(block):
    sparse = layer(block, 256, 512)
    x, dy = torch.randn(300, 512), torch.randn(300, 256)
    before, results = torch.get_num_threads(), []
    try:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            xr = x.clone().requires_grad_()
            y = sparse(xr)
            gradients = torch.autograd.grad(y, (xr, sparse.weight), dy)
            results.append((y.detach(), *gradients))
    finally:
        torch.set_num_threads(before)
    assert all(torch.equal(one, two) for one, two in zip(*results, strict=True))
    assert torch.get_num_threads() == before


def test_the_floating_point_mode_stays():
    sparse, x = layer(), torch.randn(500, 80)
    for _ in range(3):
        sparse(x)
        assert (torch.tensor(1e-40) * 0.5).item() != 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.parametrize("block", [4, 8, 16])
def test_memory_of_training_follows_the_density(block):
    """Weight, gradient, moments and pattern at a density of 0.1: at most 0.11 of the dense layer's."""
    sparse = et.SparseLinear(512, 512, bias=False, block=block, density=0.1)
    optimizer = torch.optim.AdamW(sparse.parameters())
    sparse(torch.randn(8, 512)).sum().backward()
    optimizer.step()
    state = [value for value in optimizer.state[sparse.weight].values() if value.dim() > 0]
    assert len(state) == 2
    tensors = [sparse.weight, sparse.weight.grad, *state]
    taken = sum(t.nbytes for t in tensors) + sparse.pattern.row_offsets.nbytes + sparse.pattern.columns.nbytes
    assert taken <= 0.11 * 4 * 512 * 512 * len(tensors)


def test_computes_on_the_threads_of_torch():
    """Where torch runs on GCC's OpenMP, as its wheels for Linux do, no threads of ours take the cores from its own."""
    code = """
import os, torch, espalier.torch as et
torch.set_num_threads(3)
layer, x = et.SparseLinear(768, 768), torch.randn(1000, 768)
(x @ x.T).relu()                                   # has torch start its threads
before = len(os.listdir('/proc/self/task'))
layer(x).sum().backward()
print(len(os.listdir('/proc/self/task')) - before, et.openmp._runtime() is not None)
"""
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    if output[1] == "False":
        pytest.skip("torch has another OpenMP runtime here")
    # One thread is of autograd.
    assert int(output[0]) <= 1 and ops._native.uses_openmp()


def test_a_forked_child_computes_alone():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    sparse, x = layer(4, 256, 512), torch.randn(500, 512)
    with torch.no_grad():
        expected = sparse(x).numpy()
    child = os.fork()
    if child == 0:
        with torch.no_grad():
            # Compared by NumPy: torch's own pool does not survive a fork.
            os._exit(0 if np.array_equal(sparse(x).numpy(), expected) else 1)
    torch.set_num_threads(before)
    assert os.waitpid(child, 0)[1] == 0


def test_opcheck():
    sparse = layer()
    plan = sparse._plan_number
    x, dy = torch.randn(5, 80, requires_grad=True), torch.randn(5, 48)
    library = torch.ops.espalier
    weight = sparse.weight.detach().requires_grad_()
    torch.library.opcheck(library.linear.default, (x, weight, sparse.bias.detach(), plan, 48))
    torch.library.opcheck(library.linear.default, (x, weight, None, plan, 48))
    torch.library.opcheck(library.linear_input_gradient.default, (dy, weight.detach(), plan, 80))
    torch.library.opcheck(library.linear_weight_gradient.default, (dy, x.detach(), weight.detach(), plan))


# What it does not do, it says


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda s: s(torch.randn(5, 79)), ValueError),
        (lambda s: s(torch.randn(())), ValueError),
        (lambda s: s(torch.randn(5, 80, dtype=torch.float64)), TypeError),
        (lambda s: s(torch.randn(5, 80).bfloat16()), TypeError),
        (lambda s: s.double()(torch.randn(5, 80, dtype=torch.float64)), TypeError),
        (lambda s: s.bfloat16()(torch.randn(5, 80)), TypeError),
        (lambda s: ops.linear_seen(torch.randn(5, 80), s.weight[1:], None, s._plan_number, 48), ValueError),
        (lambda s: ops.linear_seen(torch.randn(5, 80), s.weight.transpose(1, 2), None, s._plan_number, 48), ValueError),
        (lambda s: ops.linear_seen(torch.randn(5, 80), s.weight, torch.zeros(47), s._plan_number, 48), ValueError),
        (lambda s: ops.linear_seen(torch.randn(5, 80), s.weight, None, s._plan_number, 47), ValueError),
        (lambda s: ops.linear_seen(torch.randn(5, 80), s.weight, None, torch.tensor(0), 48), ValueError),
        (lambda s: et.SparseLinear(80, 48, block=3), ValueError),
        (lambda s: et.SparseLinear(80, 48, block=32), ValueError),
        (lambda s: et.SparseLinear(80, 48, density=0.0), ValueError),
        (lambda s: et.SparseLinear(80, 48, dtype=torch.float64), TypeError),
        (lambda s: et.SparseLinear(80, 48, device="cuda"), TypeError),
        (lambda s: et.SparseLinear(80, 48, pattern=3), TypeError),
        (lambda s: et.SparseLinear(48, 80, pattern=s.pattern), espalier.ShapeError),
        (lambda s: et.SparseLinear(80, 48, block=8, pattern=s.pattern), espalier.ShapeError),
        (lambda s: et.SparseLinear(80, 48, pattern=espalier.BlockPattern.full((48, 80), (4, 8))), espalier.ShapeError),
        (lambda s: et.SparseLinear(48, 48, block=3), espalier.ShapeError),
        (lambda s: s([1.0] * 80), TypeError),
        (lambda s: s(torch.ones(5, 80).to_sparse()), TypeError),
        (lambda s: s(torch.nested.nested_tensor([torch.ones(3, 80), torch.ones(2, 80)])), TypeError),
        (lambda s: s(torch.nested.nested_tensor([torch.ones(3, 80), torch.ones(2, 80)], layout=torch.jagged)), TypeError),
        (lambda s: s(np.ones((5, 80), np.float32)), TypeError),
    ],
)
def test_bad_input_is_refused_in_one_line(call, error):
    with pytest.raises(error) as raised:
        call(layer())
    assert "\n" not in str(raised.value).strip()


def test_forward_mode_derivatives_raise():
    x = torch.randn(5, 48)
    for module in (layer(4, 48, 48), et.SparseMLP(48, 96, block=4)):
        with pytest.raises(NotImplementedError, match="forward-mode"):
            torch.func.jvp(module, (x,), (x,))
        with torch.autograd.forward_ad.dual_level(), pytest.raises(NotImplementedError, match="forward-mode"):
            module(torch.autograd.forward_ad.make_dual(x, x))
        module(x)


def test_autocast_computes_in_float32():
    sparse, x = layer(), torch.randn(5, 80)
    with torch.autocast("cpu", torch.bfloat16):
        y = sparse(x.bfloat16())
        hidden = nn.functional.linear(y, torch.randn(3, 48))
    assert y.dtype == torch.float32 and hidden.dtype == torch.bfloat16
    hidden.float().sum().backward()
    assert sparse.weight.grad.dtype == torch.float32


def test_an_edit_between_forward_and_backward_raises():
    sparse = layer()
    y = sparse(torch.randn(5, 80))
    sparse._set_pattern(espalier.BlockPattern.generate("random", (48, 80), 4, 0.3, seed=9))
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


# Copies and checkpoints


def test_deepcopy_and_pickle():
    sparse = layer().eval()
    x = torch.randn(5, 80)
    for other in (copy.deepcopy(sparse), pickle.loads(pickle.dumps(sparse))):
        assert other.pattern == sparse.pattern and not other.training
        assert torch.equal(other(x), sparse(x))
        assert other._plan is not sparse._plan and other._plan_number is not sparse._plan_number
    other = copy.deepcopy(sparse)
    before = sparse(x)
    with torch.no_grad():
        other.weight.zero_()
    other._set_pattern(espalier.BlockPattern.generate("random", (48, 80), 4, 0.3, seed=9))
    assert torch.equal(sparse(x), before)
    file = io.BytesIO()
    torch.save(sparse, file)
    file.seek(0)
    assert torch.equal(torch.load(file, weights_only=False)(x), before)
    with pytest.raises(TypeError, match="use copy.deepcopy"):
        copy.copy(sparse)
    model = nn.Sequential(sparse, sparse)
    twin = copy.deepcopy(model)
    assert twin[0] is twin[1] is not sparse


def test_a_parametrized_layer_is_copied():
    sparse = nn.Sequential(layer())
    torch.nn.utils.parametrizations.weight_norm(sparse[0])
    x = torch.randn(5, 80)
    twin = copy.deepcopy(sparse)
    assert torch.equal(twin(x), sparse(x)) and twin[0]._plan is not sparse[0]._plan
    with torch.no_grad():
        for parameter in twin.parameters():
            parameter.zero_()
    assert sparse(x).abs().sum() > 0


@pytest.mark.parametrize("density", [0.3, 0.5])
def test_a_state_dict_brings_its_pattern(density):
    sparse = nn.Sequential(layer(seed=1, density=density))
    fresh = nn.Sequential(layer(seed=2, density=0.3))
    file = io.BytesIO()
    torch.save(sparse.state_dict(), file)
    file.seek(0)
    state = torch.load(file)  # weights only: plain tensors
    assert set(state) == {"0.weight", "0.bias", "0.crow_indices", "0.col_indices"}
    parameter = fresh[0].weight
    assert str(fresh.load_state_dict(state)) == "<All keys matched successfully>"
    assert fresh[0].weight is parameter and fresh[0].pattern == sparse[0].pattern
    x = torch.randn(5, 80)
    assert torch.equal(fresh(x), sparse(x))
    fresh(x).sum().backward()
    assert fresh[0].weight.grad.shape == fresh[0].weight.shape
    assigned = nn.Sequential(layer(seed=3))
    assigned.load_state_dict(state, assign=True)
    assert torch.equal(assigned(x), sparse(x))


def test_a_state_dict_of_another_density_that_is_loaded_in_inference_mode_can_be_trained():
    sparse, other = layer(), layer(density=0.5)
    with torch.inference_mode():
        sparse.load_state_dict(other.state_dict())
    assert sparse.pattern == other.pattern and torch.equal(sparse.weight, other.weight)
    sparse(torch.randn(5, 80)).sum().backward()
    assert sparse.weight.grad.shape == sparse.weight.shape


def test_a_graph_of_before_may_outlive_a_state_dict_of_another_density():
    sparse = layer()
    loss = sparse(torch.randn(5, 80)).sum()
    loss.backward()
    sparse.load_state_dict(layer(density=0.5).state_dict())
    sparse(torch.randn(5, 80)).sum().backward()
    assert sparse.weight.grad.shape == sparse.weight.shape


def test_a_state_dict_of_another_pattern_forgets_the_gradient():
    sparse = layer()
    sparse(torch.randn(5, 80)).sum().backward()
    before = sparse.weight.grad
    sparse.load_state_dict(sparse.state_dict())
    assert sparse.weight.grad is before
    other = layer()
    other._set_pattern(espalier.BlockPattern.generate("random", (48, 80), 4, 0.3, seed=9))
    assert other.weight.shape == sparse.weight.shape
    sparse.load_state_dict(other.state_dict())
    assert sparse.weight.grad is None


def test_damaged_state_dicts_change_nothing():
    sparse = nn.Sequential(layer())
    good = {key: value.clone() for key, value in sparse.state_dict().items()}
    x = torch.randn(5, 80)
    before = sparse(x)
    for key, value in [
        ("0.col_indices", good["0.col_indices"] + 99),
        ("0.col_indices", good["0.col_indices"].float() + 0.5),
        ("0.col_indices", 3),
        ("0.crow_indices", good["0.crow_indices"][:-1]),
        ("0.crow_indices", good["0.crow_indices"].flip(0)),
        ("0.weight", good["0.weight"][:-1]),
        ("0.weight", torch.zeros(48, 80)),
    ]:
        with pytest.raises(RuntimeError):
            sparse.load_state_dict({**good, key: value})
        assert torch.equal(sparse(x), before)
    with pytest.raises(RuntimeError, match="crow_indices"):
        sparse.load_state_dict({key: value for key, value in good.items() if "indices" not in key})
    with pytest.raises(RuntimeError, match="found weight alone"):
        sparse.load_state_dict(nn.Sequential(nn.Linear(80, 48)).state_dict(), strict=False)


def test_a_part_of_a_state_dict_is_loaded_or_refused():
    """Weight and pattern belong together; without both the rest is loaded where strict is false, and they are named."""
    sparse, good = layer(), layer(seed=5).state_dict()
    x, before = torch.randn(5, 80), sparse.weight.detach().clone()
    for absent in ("weight", "crow_indices", "col_indices"):
        with pytest.raises(RuntimeError, match="belong together"):
            sparse.load_state_dict({key: value for key, value in good.items() if key != absent}, strict=False)
    missing, unexpected = sparse.load_state_dict({"bias": good["bias"]}, strict=False)
    assert sorted(missing) == ["col_indices", "crow_indices", "weight"] and not unexpected
    assert torch.equal(sparse.bias, good["bias"]) and torch.equal(sparse.weight, before)
    assert sparse(x).isfinite().all()


@pytest.mark.parametrize(("inputs", "pad"), [(32, False), (78, True)])
def test_a_state_dict_of_fewer_inputs_is_refused(inputs, pad):
    """Its tensors alone would fit."""
    fewer, fresh = nn.Sequential(et.SparseLinear(inputs, 48, block=4, density=0.3, pad=pad)), nn.Sequential(layer(seed=2))
    before = fresh[0].pattern
    file = io.BytesIO()
    torch.save(fewer.state_dict(), file)
    file.seek(0)
    with pytest.raises(RuntimeError, match=f"0.weight: found that of {inputs} inputs and 48 outputs; expected 80 and 48"):
        fresh.load_state_dict(torch.load(file), strict=False)
    assert fresh[0].pattern is before


def test_state_dicts_of_distributed_checkpoints():
    one, two = nn.Sequential(layer(seed=1)), nn.Sequential(layer(seed=2))
    set_model_state_dict(two, get_model_state_dict(one))
    assert two[0].pattern == one[0].pattern and torch.equal(two[0].weight, one[0].weight)


def test_torch_does_not_warn_of_invariants_that_a_pattern_keeps():
    always = torch.is_warn_always_enabled()
    torch.set_warn_always(True)  # else once in a process
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            layer().to_torch_bsr()
    finally:
        torch.set_warn_always(always)
    assert not any("invariant" in str(warning.message) for warning in told)


@pytest.mark.filterwarnings("ignore:Sparse BSR tensor support")
def test_scipy_and_torch_bsr_there_and_back():
    sparse = layer()
    dense = sparse.to_dense()
    np.testing.assert_array_equal(sparse.to_scipy().toarray(), dense)
    assert np.shares_memory(sparse.to_scipy().data, sparse.weight.detach().numpy())
    bsr = sparse.to_torch_bsr()
    torch.sparse_bsr_tensor(bsr.crow_indices(), bsr.col_indices(), bsr.values(), bsr.shape, check_invariants=True)
    assert torch.equal(bsr.to_dense(), dense) and not bsr.requires_grad
    back = et.SparseLinear.from_scipy(sparse.to_scipy(), bias=sparse.bias)
    x = torch.randn(5, 80)
    assert torch.equal(back(x), sparse(x))
    assert et.SparseLinear.from_scipy(scipy.sparse.csr_matrix(dense.numpy()), 4).pattern == sparse.pattern
    with torch.no_grad():
        sparse.weight.zero_()
    assert back.weight.any()  # its own memory


@pytest.mark.filterwarnings("ignore:Sparse .* tensor support")
def test_sparse_tensors_of_torch_become_layers():
    sparse = layer()
    with torch.no_grad():
        sparse.weight[3] = 0  # stays stored
    csr = sparse.to_scipy("csr")
    indices = torch.from_numpy(csr.indptr.astype("int64")), torch.from_numpy(csr.indices.astype("int64"))
    of_csr = torch.sparse_csr_tensor(*indices, torch.from_numpy(csr.data), csr.shape)
    coo = csr.tocoo()
    order = torch.randperm(coo.nnz)
    of_coo = torch.sparse_coo_tensor(torch.from_numpy(np.stack([coo.row, coo.col]))[:, order], torch.from_numpy(coo.data)[order], coo.shape)
    x = torch.randn(5, 80)
    for tensor, block in [(sparse.to_torch_bsr(), None), (sparse.to_torch_bsr(), 4), (of_csr, 4), (of_csr.to_sparse_csc(), 4), (of_coo, 4)]:
        back = et.SparseLinear.from_torch(tensor, block, sparse.bias)
        assert back.pattern == sparse.pattern and torch.equal(back(x), sparse(x))
    assert et.SparseLinear.from_torch(sparse.to_torch_bsr(), 2).pattern == sparse.pattern.reblock(2)
    assert et.SparseLinear.from_torch(sparse.to_torch_bsr().requires_grad_()).pattern == sparse.pattern


@pytest.mark.filterwarnings("ignore:Sparse .* tensor support")
@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda: torch.ones(4, 4), TypeError, "found a tensor of torch.strided"),
    (lambda: np.ones((4, 4)), TypeError, "found ndarray"),
    (lambda: torch.ones(4, 4).double().to_sparse_bsr((2, 2)), TypeError, "found torch.float64 on cpu"),
    (lambda: torch.ones(4, 4).to_sparse_bsc((2, 2)), TypeError, "found a tensor of torch.sparse_bsc"),
    (lambda: torch.ones(2, 4, 4).to_sparse_bsr((2, 2)), espalier.ShapeError, r"found the shape \(2, 4, 4\)"),
    (lambda: torch.sparse_coo_tensor([[0], [0]], torch.ones(1, 3), (4, 4, 3)), espalier.ShapeError, "1 dense dimensions"),
    (lambda: torch.sparse_coo_tensor([[0, 0], [1, 1]], torch.ones(2), (4, 4)), espalier.FormatError, "twice"),
    (lambda: torch.sparse_csr_tensor([0, 1, 2, 2, 2], [9, 1], torch.ones(2), (4, 4)), espalier.FormatError, "indices"),
    (lambda: torch.sparse_csc_tensor([0, 2, 2, 2, 2], [1, 9], torch.ones(2), (4, 4)), espalier.FormatError, "indices"),
    (lambda: torch.ones(4, 4).to_sparse_bsr((2, 4)), espalier.ShapeError, "blocks of 2x4"),
])
def test_other_tensors_are_refused_in_one_line(make, error, message):
    block = None if make().__class__ is torch.Tensor and make().layout is torch.sparse_bsr else 1
    with pytest.raises(error, match=message) as raised:
        et.SparseLinear.from_torch(make(), block)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("shape", [(1,), (), (48, 1)])
def test_a_bias_of_another_shape_is_refused(shape):
    with pytest.raises(espalier.ShapeError, match="bias"):
        et.SparseLinear.from_scipy(layer().to_scipy(), bias=torch.ones(shape))


# torch.compile


def test_compiled_in_one_graph_without_recompiling_over_edits():
    torch._dynamo.reset()
    model = nn.Sequential(layer(4, 48, 80), nn.GELU(), layer(4, 16, 48))
    counter = torch._dynamo.testing.CompileCounterWithBackend("aot_eager")
    compiled = torch.compile(model, fullgraph=True, backend=counter)
    x = torch.randn(6, 80)
    for seed in range(4):
        compiled(x).square().sum().backward()
        gradients = [p.grad.clone() for p in model.parameters()]
        model.zero_grad()
        model(x).square().sum().backward()
        for p, gradient in zip(model.parameters(), gradients, strict=True):
            torch.testing.assert_close(p.grad, gradient, rtol=1e-5, atol=1e-5)
        model.zero_grad()
        model[0]._set_pattern(espalier.BlockPattern.generate("random", (48, 80), 4, 0.3, seed=seed + 20))
    assert counter.frame_count == 1


# Others that see operators


def test_traces_and_modes_see_the_operators():
    model, x, other = nn.Sequential(layer(), nn.ReLU(), et.SparseMLP(48, 96, block=4)), torch.randn(5, 80), torch.randn(5, 80)
    with torch.no_grad():
        expected = model(other)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torch.jit is deprecated
            traced = torch.jit.trace(model, x)
        torch.testing.assert_close(traced(other), expected)
        torch.testing.assert_close(make_fx(model)(x)(other), expected)
    assert layer()(x.to("meta")).is_meta  # outside of a mode too: it has no memory to compute on
    sparse = layer()
    with FlopCounterMode(display=False) as flops:
        sparse(x.requires_grad_()).sum().backward()
    assert flops.get_total_flops() == 3 * 2 * 5 * sparse.weight.numel()


def test_symbolic_traces_see_the_operators():
    model, x = nn.Sequential(layer(), nn.ReLU(), et.SparseMLP(48, 96, block=4)), torch.randn(5, 80)
    traced = torch.fx.symbolic_trace(model)
    torch.testing.assert_close(traced(x), model(x))
    model[0]._set_pattern(espalier.BlockPattern.generate("random", (48, 80), 4, 0.3, seed=9))
    torch.testing.assert_close(traced(x), model(x))


EXPORT = """
import sys, torch, espalier, espalier.torch as et
layer = et.SparseLinear(64, 64, block=8, seed={seed})
x = torch.ones(4, 64)
if {load}:
    program = torch.export.load({path!r})
else:
    program = torch.export.export(layer, (x,))
    torch.export.save(program, {path!r})
try:
    y = program.module()(x)
    print("same" if torch.equal(y, layer(x)) else "another")
except espalier.ConfigError as error:
    print(error)
"""


def test_an_exported_program_finds_no_pattern_of_another_process(tmp_path):
    def run(seed, load):
        program = EXPORT.format(seed=seed, load=load, path=str(tmp_path / "program.pt2"))
        return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()

    assert run(1, False) == "same"
    assert "another process" in run(2, True)


def test_a_parametrized_layer_loads_its_own_state():
    layer = et.SparseLinear(32, 16, block=4, density=0.5)
    torch.nn.utils.parametrizations.weight_norm(layer)
    state = {key: value.clone() for key, value in layer.state_dict().items()}
    x = torch.randn(3, 32)
    before = layer(x)
    with torch.no_grad():
        for parameter in layer.parameters():
            parameter.mul_(2)
    layer.load_state_dict(state)
    assert torch.equal(layer(x), before)
    other = et.SparseLinear(32, 16, block=4, density=0.5, seed=5)
    torch.nn.utils.parametrizations.weight_norm(other)
    with pytest.raises(RuntimeError, match="found another pattern; expected that of the layer, whose weight is parametrized"):
        other.load_state_dict(state)
