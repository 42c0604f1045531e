# SPDX-License-Identifier: Apache-2.0
"""Moving patterns under the Trainer of Hugging Face's transformers, imported by its name only."""

from __future__ import annotations

import glob
import os
from collections.abc import Callable

import torch
import transformers

from espalier.errors import ConfigError, IoError
from espalier.topology_policy import Policy, TopologyPolicy
from espalier.torch.topology import TopologyUpdater

_FILE = "topology.pt"


class TopologyCallback(transformers.TrainerCallback):
    """Moves the patterns of a sparsified model while `transformers.Trainer` trains it.

        policy = lambda steps: espalier.policy("dynamic", steps=steps)
        trainer = transformers.Trainer(model, args, train_dataset=data, callbacks=[TopologyCallback(policy, seed=7)])

    policy: one, or a function that makes it of the number of optimizer steps in all. options: those of
    `espalier.torch.TopologyUpdater`, which is `topo` once training has begun. Its state is saved in each checkpoint's folder,
    those of the trials of `hyperparameter_search` too, and restored when training resumes from one in `output_dir`, or
    from the folder that TrainingArguments names as `resume_from_checkpoint`. Raises ConfigError where several processes train, whose
    edits would differ, IoError where the checkpoint has none.
    """

    def __init__(self, policy: Policy | TopologyPolicy | Callable[[int], Policy | TopologyPolicy], **options):
        self._policy = policy
        self._options = options
        self.topo: TopologyUpdater | None = None

    def on_train_begin(self, args, state, control, model=None, optimizer=None, **kwargs):
        if args.world_size > 1:
            raise ConfigError(f"TopologyCallback: found {args.world_size} processes; expected one, or a loop of one's own with "
                              "TopologyUpdater around DistributedDataParallel")
        self.on_train_end(args, state, control)
        policy = self._policy(state.max_steps) if callable(self._policy) else self._policy
        self.topo = TopologyUpdater(model, optimizer, policy, **self._options)
        if state.global_step > 0:
            path = os.path.join(self._resumed(args, state), _FILE)
            try:
                saved = torch.load(path)
            except OSError as error:
                raise IoError(f"{path}: {error.strerror or error}; expected the state of the patterns beside the checkpoint; "
                              "for another folder than that of output_dir set TrainingArguments(resume_from_checkpoint=...)") from None
            self.topo.load_state_dict(saved)
        self.topo.attach()

    def on_save(self, args, state, control, **kwargs):
        torch.save(self.topo.state_dict(), os.path.join(self._written(args, state), _FILE))

    def on_train_end(self, args, state, control, **kwargs):
        if self.topo is not None:
            self.topo.detach()

    @staticmethod
    def _written(args, state) -> str:
        """The folder that the Trainer has just written: that of a trial is one deeper, by a name that callbacks are not told."""
        checkpoint, root = f"checkpoint-{state.global_step}", glob.escape(args.output_dir)
        found = [path for deep in ("", "*") for path in glob.glob(os.path.join(root, deep, checkpoint, "trainer_state.json"))]
        return os.path.dirname(max(found, key=os.path.getmtime)) if found else os.path.join(args.output_dir, checkpoint)

    @staticmethod
    def _resumed(args, state) -> str:
        named = args.resume_from_checkpoint
        if isinstance(named, str) and os.path.isdir(named):
            return named
        return os.path.join(args.output_dir, f"checkpoint-{state.global_step}")
