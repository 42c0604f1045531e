# SPDX-License-Identifier: Apache-2.0
"""How patterns move: the policies of the library by name, and policies of one's own."""

from __future__ import annotations

import numbers
from types import SimpleNamespace

import numpy as np

from espalier import _native
from espalier.errors import ConfigError

Policy = _native.Policy


def policies() -> list[dict]:
    """All policies that `policy` makes: dicts of name, description and what their rule costs."""
    return _native.policies()


def policy_options(name: str = "dynamic") -> dict:
    """The settings that a policy starts from, those of its source.

    >>> import espalier
    >>> espalier.policy_options("rigl")["grow"]
    'gradient'
    """
    return _native.policy_settings(_checked_name(name))


def policy(name: str, **options) -> Policy:
    """A policy by name, with the settings of its source and over those `options`.

    `steps`, the length of the run in optimizer steps, must be given where patterns move. Raises ConfigError,
    naming key, value and what was expected. `espalier.policy_options` lists the settings, docs/policies.md
    describes the policies.

    >>> import espalier
    >>> espalier.policy("rigl", steps=10_000, drop_fraction=0.3).updates
    74
    """
    return _native.make_policy(_checked_name(name), settings(options))


def _checked_name(name) -> str:
    if not isinstance(name, str):
        raise TypeError(f"policy: found {name!r}; expected a name, such as those of espalier.policies()")
    return name


def restored(maker: str, *arguments) -> Policy:
    """From a pickle: what the function of this name in the module made."""
    return getattr(_native, maker)(*arguments)


def settings(options: dict) -> list[str]:
    """Settings as the library reads them: key=value."""
    texts = []
    for key, value in options.items():
        if isinstance(value, (bool, np.bool_)):
            value = "true" if value else "false"
        elif isinstance(value, numbers.Integral):
            value = int(value)
        elif isinstance(value, numbers.Real):
            value = repr(float(value))
        elif not isinstance(value, str):
            raise TypeError(f"policy option {key}: found {type(value).__name__}; expected a number, a truth value or a name")
        texts.append(f"{key}={value}")
    return texts


class TopologyPolicy:
    """A policy of one's own: a subclass that overrides `propose`.

        class Tenth(espalier.TopologyPolicy):
            \"\"\"Drop a tenth of the blocks, those of the smallest L2 norm; grow as many at random.\"\"\"

            def propose(self, weights, update):
                for w in weights:
                    ...
                    yield drop, grow

        topo = espalier.TopologyUpdater(Tenth(steps=1000, updates=10), weights)
        espalier.register_policy("tenth", Tenth)    # from then on espalier.policy("tenth", steps=...)

    The options are those of `espalier.policy`, and say when updates fall due: `updates`, `every_steps`,
    `once_at`, `end`, `steps`. All of them are in `self.options`.
    """

    name: str = ""  #: by default that of the class
    description: str = ""  #: by default the first line of the class's documentation
    cost: str = "always sparse"  #: or "dense FLOPs on updates", "dense state", "dense"
    needs_gradients: bool = False  #: of stored values, when it proposes; updates then precede the optimizer
    needs_momentum: float = 0.0  #: if positive, the decay of a dense mean of all gradients
    needs_movement: bool = False  #: minus the sum over all steps of value times gradient
    needs_growth_scores: str = ""  #: "sum", "mean" or "max": of a block's gradients, also where it is not stored
    skips_optimizer: bool = False  #: steps with an update leave the optimizer out

    def __init__(self, **options):
        self.options = {**policy_options(), **options}
        self.settings = settings(options)
        self.name = self.name or type(self).__name__.lower()
        self.description = self.description or (type(self).__doc__ or "").strip().split("\n")[0]

    def propose(self, weights: list[SimpleNamespace], update: SimpleNamespace):
        """One edit for each weight, in their order: a pair (drop, grow).

        drop: positions of stored blocks in the order of the pattern, ascending. grow: [blocks, 2] block rows
        and columns, in row order. A weight has name, pattern, values [blocks, b, b], gradient or None, frozen (what is
        proposed for it then is not done), initial_blocks, target_blocks, momentum, movement and growth_scores [grid rows,
        grid columns] (None unless needed, and for a weight that is frozen or that no backward pass has reached).
        values and gradient are the weight's own memory, read-only: what you keep of them follows what
        training does to it, so copy what must stay as it is. The others are copies.
        `update` has update (its number, from 1), completed_steps, total_steps and seed. A pure function: a
        resumed run calls it again and must get the same edits.
        """
        raise NotImplementedError

    def propose_edits(self, weights: list[dict], update: dict) -> list:
        edits = self.propose([SimpleNamespace(**weight) for weight in weights], SimpleNamespace(**update))
        return list(edits)


def native_policy(policy: Policy | TopologyPolicy) -> Policy:
    """The policy as the library calls it."""
    if isinstance(policy, Policy):
        return policy
    if isinstance(policy, TopologyPolicy):
        if type(policy).propose is TopologyPolicy.propose:
            raise ConfigError(f"policy {policy.name}: found no `propose`; expected a class that overrides it")
        return _native.policy_in_python(policy)
    raise TypeError(f"policy: found {type(policy).__name__}; expected espalier.policy(...) or a TopologyPolicy")


def register_policy(name: str, policy_class: type[TopologyPolicy]) -> None:
    """Adds a policy of one's own under a name that `espalier.policy` then knows. Raises ConfigError if it is
    taken."""
    if not (isinstance(policy_class, type) and issubclass(policy_class, TopologyPolicy)):
        raise TypeError(f"policy {name}: found {policy_class!r}; expected a subclass of espalier.TopologyPolicy")
    _checked_name(name)
    description = policy_class.description or (policy_class.__doc__ or "").strip().split("\n")[0]

    def make(options: dict) -> Policy:
        made = policy_class(**options)
        made.name = name
        return native_policy(made)

    _native.register_policy(name, description, make)
