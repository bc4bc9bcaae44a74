"""The classifier in PyTorch, and how its weights are written for the core.

The file: "FCPW", then for each layer its kind (1 convolution, 2 full), inputs, outputs, kernel and
stride as 16-bit numbers, the scale and the bias of each output as 32-bit floats, and the weights as
signed bytes, output by output.
"""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import torch
from torch import nn

LAYERS = [(4, 24, 5, 2), (24, 48, 3, 2), (48, 48, 3, 1), (48, 96, 3, 2), (96, 112, 3, 1)]
HIDDEN = 96
OUTPUTS = 13 + 4 + 1


class Classifier(nn.Module):
    """Convolutions, the largest and the mean over all places, and two full layers."""

    def __init__(self) -> None:
        super().__init__()
        parts: list[nn.Module] = []
        for inputs, outputs, kernel, stride in LAYERS:
            parts += [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False),
                      nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)]  # fmt: skip
        self.body = nn.Sequential(*parts)
        self.hidden = nn.Linear(2 * LAYERS[-1][1], HIDDEN)
        self.drop = nn.Dropout(0.15)
        self.last = nn.Linear(HIDDEN, OUTPUTS)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the outputs for a batch of strips."""
        x = self.body(x)
        x = torch.cat([x.amax((2, 3)), x.mean((2, 3))], 1)
        return self.last(self.drop(torch.relu(self.hidden(x))))


def inputs_of(pixels: torch.Tensor, rows: torch.Tensor, papers: torch.Tensor) -> torch.Tensor:
    """Return the input of the network: colours less the paper's, 0 where hidden, and a mask."""
    x = (pixels.float() - papers[:, None, None, :].float()) / 255
    seen = (torch.arange(x.shape[1], device=x.device)[None, :] < rows[:, None]).float()[
        :, :, None, None
    ]
    x = torch.cat([x * seen, seen.expand(-1, -1, x.shape[2], 1)], 3)
    return x.permute(0, 3, 1, 2).contiguous()


def folded(model: Classifier) -> list[tuple[int, np.ndarray, np.ndarray, int, int]]:
    """Return kind, weights, bias, kernel and stride of each layer, normalisation included."""
    layers = []
    convolutions = [part for part in model.body if isinstance(part, nn.Conv2d)]
    norms = [part for part in model.body if isinstance(part, nn.BatchNorm2d)]
    for convolution, norm in zip(convolutions, norms, strict=True):
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weights = convolution.weight * factor[:, None, None, None]
        bias = norm.bias - norm.running_mean * factor
        layers.append((1, weights.detach().cpu().numpy(), bias.detach().cpu().numpy(),
                       convolution.kernel_size[0], convolution.stride[0]))  # fmt: skip
    layers += [
        (2, full.weight.detach().cpu().numpy(), full.bias.detach().cpu().numpy(), 1, 1)
        for full in (model.hidden, model.last)
    ]
    return layers


def write(model: Classifier, path: Path) -> None:
    """Write the weights in 8 bits."""
    out = [b"FCPW"]
    for kind, weights, bias, kernel, stride in folded(model):
        flat = weights.reshape(len(weights), -1)
        scale = np.maximum(np.abs(flat).max(axis=1) / 127, 1e-12).astype("<f4")
        rounded = np.clip(np.rint(flat / scale[:, None]), -127, 127).astype(np.int8)
        out.append(struct.pack("<5H", kind, weights.shape[1], weights.shape[0], kernel, stride))
        out += [scale.tobytes(), bias.astype("<f4").tobytes(), rounded.tobytes()]
    path.write_bytes(b"".join(out))


def read(path: Path) -> list[tuple[np.ndarray, np.ndarray]]:
    """Read weights and biases that `write` wrote."""
    content, at, layers = path.read_bytes(), 4, []
    while at < len(content):
        kind, inputs, outputs, kernel, _ = struct.unpack_from("<5H", content, at)
        at += 10
        scale = np.frombuffer(content, "<f4", outputs, at)
        bias = np.frombuffer(content, "<f4", outputs, at + 4 * outputs)
        at += 8 * outputs
        count = outputs * inputs * kernel * kernel
        flat = np.frombuffer(content, np.int8, count, at).reshape(outputs, -1) * scale[:, None]
        at += count
        shape = (outputs, inputs, kernel, kernel) if kind == 1 else (outputs, inputs)
        layers.append((flat.reshape(shape).astype(np.float32), bias.copy()))
    return layers


@torch.no_grad()
def start_from(model: Classifier, path: Path, sample: torch.Tensor) -> None:
    """Go on from written weights; normalisations are set to give the same on the sample."""
    layers = read(path)
    convolutions = [part for part in model.body if isinstance(part, nn.Conv2d)]
    norms = [part for part in model.body if isinstance(part, nn.BatchNorm2d)]
    x = sample
    for convolution, norm, (weights, bias) in zip(convolutions, norms, layers, strict=False):
        convolution.weight.copy_(torch.from_numpy(weights))
        out = convolution(x)
        mean, variance = out.mean((0, 2, 3)), out.var((0, 2, 3))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(torch.sqrt(variance + norm.eps))
        norm.bias.copy_(mean + torch.from_numpy(bias))
        x = torch.relu(out + torch.from_numpy(bias)[None, :, None, None])
    for full, (weights, bias) in zip((model.hidden, model.last), layers[-2:], strict=True):
        full.weight.copy_(torch.from_numpy(weights))
        full.bias.copy_(torch.from_numpy(bias))


def round_weights(model: Classifier) -> None:
    """Round the weights in place as the file does, to measure the loss (convolutions only)."""
    for part in [*model.body, model.hidden, model.last]:
        if isinstance(part, (nn.Conv2d, nn.Linear)):
            flat = part.weight.data.reshape(len(part.weight), -1)
            scale = flat.abs().amax(1, keepdim=True) / 127
            part.weight.data = (torch.round(flat / scale) * scale).reshape(part.weight.shape)
