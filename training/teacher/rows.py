"""Starting rows of the built-in table: what all-MiniLM-L6-v2 makes of each token of its vocabulary alone.

    python3 training/teacher/rows.py MODEL.onnx ROWS

README.md beside this file says where the model comes from. ROWS gets 256 little-endian 32-bit floats a token, of length 1.
"""

import sys
from pathlib import Path

import numpy as np
import onnxruntime

DIMENSIONS = 256
BATCH = 256
VOCABULARY = Path(__file__).parents[2] / "assets/static-table/vocabulary.txt"


def read_rows(model, tokens):
    """The mean of the last layer over [CLS], the token and [SEP]."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options)
    first, last = tokens.index("[CLS]"), tokens.index("[SEP]")
    ids = np.array([[first, token, last] for token in range(len(tokens))])
    rows = []
    for at in range(0, len(ids), BATCH):
        batch = ids[at : at + BATCH]
        given = {"input_ids": batch, "attention_mask": np.ones_like(batch), "token_type_ids": np.zeros_like(batch)}
        rows.append(session.run(None, given)[0].mean(1))
    return np.concatenate(rows)


def whiten(rows, counted):
    """The first principal components of the rows `counted`, each brought to a variance of 1."""
    rows = rows - rows[counted].mean(0)
    variances, directions = np.linalg.eigh(np.cov(rows[counted].T))
    strongest = np.argsort(variances)[::-1][:DIMENSIONS]
    return rows @ directions[:, strongest] / np.sqrt(variances[strongest])


model, target = sys.argv[1:]
tokens = VOCABULARY.read_text("utf8").rstrip("\n").split("\n")
is_text = np.array([not token.startswith("[unused") for token in tokens])
rows = whiten(read_rows(model, tokens), is_text)
rows /= np.linalg.norm(rows, axis=1, keepdims=True)
Path(target).write_bytes(rows.astype("<f4").tobytes())
