"""Train the classifier of strips; PyTorch is needed here and nowhere else.

`python -m tools.pictures.train --seed 23` reads the strips that
`python -m tools.pictures.strips` wrote to build/pictures/strips, also those that arrive while it
trains, and writes the weights from time to time. It uses a GPU where there is one.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from tools.pictures.glyphs import FOLDER
from tools.pictures.network import Classifier, inputs_of, round_weights, start_from, write
from tools.pictures.strips import NO_CARD, Strips


class Store:
    """The strips of a folder, on the device; new files are taken up as they arrive."""

    def __init__(self, folder: Path, device: torch.device) -> None:
        self.folder, self.device = folder, device
        self.read: set[Path] = set()
        self.parts: list[torch.Tensor] = []

    def refresh(self) -> None:
        """Read the files that are new, and put all together once."""
        files = sorted(path for path in self.folder.glob("*.npz") if ".part" not in path.name)
        new = [path for path in files if path not in self.read]
        if not new:
            return
        self.read.update(new)
        arrays: list[list[np.ndarray]] = [[] for _ in Strips._fields]
        for path in new:
            with np.load(path) as file:
                for array, name in zip(arrays, Strips._fields, strict=True):
                    array.append(file[name])
        parts = [torch.from_numpy(np.concatenate(array)).to(self.device) for array in arrays]
        if self.parts:
            parts = [torch.cat(pair) for pair in zip(self.parts, parts, strict=True)]
        self.parts = parts

    def __len__(self) -> int:
        return len(self.parts[0]) if self.parts else 0


def varied(x: torch.Tensor) -> torch.Tensor:
    """Change colours, contrast and grain: shape must decide."""
    count = len(x)

    def chance(share: float) -> torch.Tensor:
        return torch.rand(count, 1, 1, 1, device=x.device) < share

    def uniform(low: float, high: float) -> torch.Tensor:
        return low + (high - low) * torch.rand(count, 1, 1, 1, device=x.device)

    colours, seen = x[:, :3], x[:, 3:]
    colours = torch.where(chance(0.06), -colours, colours)
    colours = torch.where(chance(0.06), colours[:, [1, 2, 0]], colours)
    colours = torch.where(chance(0.06), colours[:, [2, 1, 0]], colours)
    colours = torch.where(
        chance(0.06), colours.mean(1, keepdim=True).expand(-1, 3, -1, -1), colours
    )
    colours = colours * uniform(0.6, 1.25) + uniform(-0.04, 0.04) * seen
    ramp = torch.linspace(-1, 1, x.shape[3], device=x.device)  # uneven light, as in photos
    colours = colours + torch.where(chance(0.15), uniform(-0.15, 0.15), 0.0) * ramp * seen
    if torch.rand(()) < 0.3:
        colours = colours + torch.randn_like(colours) * uniform(0, 0.05) * seen
    return torch.cat([colours, seen], 1)


def loss_of(out: torch.Tensor, cards: torch.Tensor) -> torch.Tensor:
    """Return the loss of ranks and suits where there is a card, and of whether there is one."""
    real = (cards != NO_CARD).float()
    ranks, suits = (cards // 4).long().clamp(max=12), (cards % 4).long()
    part = nn.functional.cross_entropy
    rank_loss = (part(out[:, :13], ranks, reduction="none") * real).sum() / real.sum()
    suit_loss = (part(out[:, 13:17], suits, reduction="none") * real).sum() / real.sum()
    is_card = nn.functional.binary_cross_entropy_with_logits(out[:, 17], real)
    return rank_loss + suit_loss + 0.5 * is_card


@torch.no_grad()
def measure(model: Classifier, store: Store) -> str:
    """Say how many are right."""
    model.eval()
    pixels, rows, cards, papers = store.parts
    out = torch.cat([model(inputs_of(pixels[i : i + 1024], rows[i : i + 1024],
                                     papers[i : i + 1024]))
                     for i in range(0, len(cards), 1024)])  # fmt: skip
    real = cards != NO_CARD
    rank_right = (out[:, :13].argmax(1) == cards // 4)[real].float().mean().item()
    suit_right = (out[:, 13:17].argmax(1) == cards % 4)[real].float().mean().item()
    card_right = ((out[:, 17] > 0) == real).float().mean().item()
    model.train()
    return f"rank {rank_right:.4f} suit {suit_right:.4f} card {card_right:.4f}"


def train(arguments: argparse.Namespace) -> None:
    """Train for the time given, and write the weights."""
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(arguments.threads)
    tests = Store(FOLDER / "strips" / "test", device)
    strips = Store(FOLDER / "strips" / "training", device)
    tests.refresh()
    strips.refresh()
    model = Classifier().to(device).to(memory_format=torch.channels_last)
    if arguments.start is not None:
        sample = torch.randint(len(strips), (512,), device=device)
        pixels, rows, _, papers = (part[sample] for part in strips.parts)
        start_from(model, arguments.start, inputs_of(pixels, rows, papers))
        print("start", measure(model, tests), flush=True)
    print(sum(part.numel() for part in model.parameters()), "parameters", flush=True)
    optimizer = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-2)
    begun, step, shown = time.monotonic(), 0, time.monotonic()
    while (share := (time.monotonic() - begun) / arguments.seconds) < 1:
        for group in optimizer.param_groups:
            group["lr"] = (
                arguments.rate * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * share)) + 1e-6
            )
        chosen = torch.randint(len(strips), (arguments.batch,), device=device)
        pixels, rows, cards, papers = (part[chosen] for part in strips.parts)
        x = varied(inputs_of(pixels, rows, papers)).to(memory_format=torch.channels_last)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda"):
            out = model(x)
        loss = loss_of(out.float(), cards)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        step += 1
        if time.monotonic() - shown > arguments.look:
            shown = time.monotonic()
            strips.refresh()
            print(
                f"{share:.2f} step {step} strips {len(strips)} loss {loss.item():.4f} "
                f"{measure(model, tests)}",
                flush=True,
            )
            write(model, arguments.output)
    print(f"steps {step}; unseen decks: {measure(model, tests)}")
    write(model, arguments.output)
    round_weights(model)
    print(f"in 8 bits: {measure(model, tests)}; {arguments.output.stat().st_size} bytes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=470)
    parser.add_argument("--seed", type=int, default=23)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rate", type=float, default=4e-3)
    parser.add_argument(
        "--look", type=float, default=60, help="Seconds between looks for new strips."
    )
    parser.add_argument("--start", type=Path, help="Go on from these weights.")
    parser.add_argument("--output", type=Path, default=Path("src/freecell/picture_weights.bin"))
    train(parser.parse_args())
