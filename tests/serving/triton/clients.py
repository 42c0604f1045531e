# SPDX-License-Identifier: Apache-2.0
"""Questions to a server by each of Triton's own clients, asked in one way."""
import asyncio

import numpy as np
import tritonclient.grpc as grpc
import tritonclient.grpc.aio as grpc_aio
import tritonclient.http as http
import tritonclient.http.aio as http_aio

PROTOCOLS = ("http", "grpc")
_SYNCHRONOUS = {"http": http, "grpc": grpc}
_ASYNCHRONOUS = {"http": http_aio, "grpc": grpc_aio}


def texts(*values):
    """A tensor of texts or bytes, a row for each."""
    raw = [value.encode() if isinstance(value, str) else value for value in values]
    return np.array(raw, dtype=object).reshape(len(raw), 1)


def _tensors(protocol, inputs):
    types = {np.dtype(object): "BYTES", np.dtype(np.int64): "INT64", np.dtype(np.float32): "FP32"}
    made = []
    for name, values in inputs.items():
        tensor = _SYNCHRONOUS[protocol].InferInput(name, values.shape, types[values.dtype])
        tensor.set_data_from_numpy(values)
        made.append(tensor)
    return made


def _outputs(result, names):
    return {name: result.as_numpy(name) for name in names}


class Client:
    """Keeps its connection, as a service does."""

    def __init__(self, server, protocol="http"):
        self.protocol = protocol
        self.connection = _SYNCHRONOUS[protocol].InferenceServerClient(getattr(server, protocol))

    def ask(self, model, outputs, **inputs):
        """The outputs of these names, by name. Raises InferenceServerException where the server sends an error."""
        return _outputs(self.connection.infer(model, _tensors(self.protocol, inputs)), outputs)


def ask_all(server, protocol, model, outputs, requests):
    """The same by the asynchronous client, all at once; an error is in its place in the list."""

    async def run():
        client = _ASYNCHRONOUS[protocol].InferenceServerClient(getattr(server, protocol))
        try:
            asked = [client.infer(model, _tensors(protocol, inputs)) for inputs in requests]
            results = await asyncio.gather(*asked, return_exceptions=True)
        finally:
            await client.close()
        return [r if isinstance(r, Exception) else _outputs(r, outputs) for r in results]

    return asyncio.run(run())
