# SPDX-License-Identifier: Apache-2.0
"""TopologyUpdater where another's loop calls the optimizer."""

import re
import warnings
from pathlib import Path

import pytest
import torch
from topology_problem import STEPS, assert_same, batch, loss_of, model, policy

import espalier
import espalier.torch as et


def test_an_attached_updater_moves_patterns_as_the_optimizer_steps():
    results = []
    for attached in (False, True):
        net = model()
        optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
        topo = et.TopologyUpdater(net, optimizer, policy("rigl"), seed=7)
        if attached:
            topo.attach()
            topo.attach()
        scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 / (1 + step))
        for step in range(STEPS):
            x, y = batch(step)

            def closure():
                optimizer.zero_grad()
                loss = (net(x) - y).square().mean()
                loss.backward()
                return loss

            if attached and step % 2:
                assert torch.is_tensor(optimizer.step(closure))
            elif attached:
                closure()
                optimizer.step()
            else:
                closure()
                topo.step()
            scheduler.step()
        assert topo.steps == STEPS
        results.append(net.state_dict())
        topo.detach()
        optimizer.step()
        assert topo.steps == STEPS
    assert_same(*({"model": state} for state in results))


@pytest.mark.parametrize("set_to_none", [True, False])
def test_a_loop_that_steps_twice_is_told(set_to_none):
    net = model()
    optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, policy("static"), seed=7)
    loss_of(net, 0).backward()
    optimizer.step()
    with pytest.warns(UserWarning, match="steps twice; leave one of them out"):
        topo.step()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        optimizer.zero_grad(set_to_none=set_to_none)
        loss_of(net, 1).backward()
        optimizer.step()  # by itself, with gradients of its own
        optimizer.zero_grad(set_to_none=set_to_none)
        for step in (2, 3):
            loss_of(net, step).backward()
            topo.step()
            optimizer.zero_grad(set_to_none=set_to_none)
        loss_of(net, 4).backward()
        optimizer.step()
        topo.step(lambda skip: None)  # says itself who steps


def test_the_trainer_of_transformers(tmp_path):
    transformers = pytest.importorskip("transformers")
    pytest.importorskip("accelerate")
    from espalier.torch.transformers import TopologyCallback

    def trainer(steps=12, **options):
        torch.manual_seed(0)
        config = transformers.BertConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=64,
                                         max_position_embeddings=16)
        model = transformers.BertForMaskedLM(config)
        et.sparsify_(model, 0.25, block=4, seed=3)
        generator = torch.Generator().manual_seed(0)
        data = [{"input_ids": ids, "labels": ids} for ids in torch.randint(64, (64, 16), generator=generator)]
        callback = TopologyCallback(lambda steps: espalier.policy("rigl", steps=steps, every_steps=2), seed=7)
        arguments = transformers.TrainingArguments(str(tmp_path / options.pop("folder", "run")), max_steps=steps, save_steps=6, report_to=[],
                                                   per_device_train_batch_size=4, use_cpu=True, disable_tqdm=True, **options)
        return transformers.Trainer(model, arguments, train_dataset=data, callbacks=[callback]), callback

    whole, callback = trainer()
    whole.train()
    assert callback.topo.steps == 12 and callback.topo.report["update"] > 1
    resumed, again = trainer()
    resumed.train(resume_from_checkpoint=str(tmp_path / "run" / "checkpoint-6"))
    assert again.topo.steps == 12
    for key, value in whole.model.state_dict().items():
        assert torch.equal(value, resumed.model.state_dict()[key]), key
    # The folder of a trial, as that of hyperparameter_search, and training that goes on elsewhere.
    trial, _ = trainer(folder="search")
    trial._get_output_dir = lambda trial=None: str(tmp_path / "search" / "run-0")
    trial.train()
    checkpoint = str(tmp_path / "search" / "run-0" / "checkpoint-6")
    elsewhere, again = trainer(folder="elsewhere", resume_from_checkpoint=checkpoint)
    elsewhere.train(resume_from_checkpoint=checkpoint)
    assert again.topo.steps == 12
    for key, value in whole.model.state_dict().items():
        assert torch.equal(value, elsewhere.model.state_dict()[key]), key
    (tmp_path / "run" / "checkpoint-6" / "topology.pt").unlink()
    with pytest.raises(espalier.IoError, match="checkpoint-6/topology.pt"):
        trainer()[0].train(resume_from_checkpoint=str(tmp_path / "run" / "checkpoint-6"))


def test_the_callback_for_lightning_that_the_manual_shows(tmp_path):
    lightning = pytest.importorskip("lightning")
    manual = (Path(__file__).parents[3] / "docs/python.md").read_text()
    names = {"lightning": lightning, "espalier": espalier, "et": et}
    exec(re.search(r"^class Topology\(lightning\.Callback\):\n(?:    .*\n)+", manual, re.MULTILINE)[0], names)

    class Module(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = model()

        def training_step(self, index):
            x, y = batch(int(index))
            return (self.net(x) - y).square().mean()

        def configure_optimizers(self):
            return torch.optim.AdamW(self.parameters(), lr=1e-2)

    def fit(epochs, **options):
        module, callback = Module(), names["Topology"]()
        trainer = lightning.Trainer(max_epochs=epochs, accelerator="cpu", logger=False, enable_progress_bar=False, enable_model_summary=False,
                                    enable_checkpointing=False, callbacks=[callback])
        trainer.fit(module, torch.utils.data.DataLoader(torch.arange(STEPS), batch_size=None), **options)
        return module, callback, trainer

    module, callback, trainer = fit(1)
    assert callback.topo.steps == STEPS
    net = model()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-2)
    topo = et.TopologyUpdater(net, optimizer, espalier.policy("rigl", steps=STEPS), seed=7)
    for step in range(STEPS):
        x, y = batch(step)
        (net(x) - y).square().mean().backward()
        topo.step()
        optimizer.zero_grad()
    assert_same({"model": module.net.state_dict()}, {"model": net.state_dict()})
    trainer.save_checkpoint(tmp_path / "one.ckpt")
    saved = torch.load(tmp_path / "one.ckpt", weights_only=False)
    assert saved["callbacks"]["Topology"]["steps"] == STEPS
