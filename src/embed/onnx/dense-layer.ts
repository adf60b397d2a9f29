import path from 'node:path';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { EmbeddingError } from '../../errors.ts';
import { readModelFile } from '../../models/onnx/model-limits.ts';
import { embeddingUse } from './known-models.ts';

/** What some models of sentences do with the pooled vector: `activation(W · x + b)`. */
export interface DenseLayer {
  readonly inputs: number;
  readonly outputs: number;
  /** Of its weights and settings: another layer gives other vectors. */
  readonly digest: string;
  apply(vector: Float32Array): Float32Array;
}

const configSchema = z.looseObject({ activation_function: z.string().optional() });

/** By the last part of their names in PyTorch. */
const activations: Readonly<Record<string, (value: number) => number>> = {
  Identity: (value) => value,
  Tanh: Math.tanh,
  ReLU: (value) => Math.max(0, value),
};

/**
 * Reads the layer that a folder of the model describes, such as `2_Dense`.
 * @throws EmbeddingError when its weights are missing or damaged, or its activation is none that is known.
 */
export async function readDenseLayer(folder: string, name: string): Promise<DenseLayer> {
  const config = await readModelFile({ folder, file: `${name}/config.json` }, configSchema, embeddingUse);
  const activation = (config?.activation_function ?? 'Tanh').split('.').at(-1)!;
  const activate = Object.hasOwn(activations, activation) ? activations[activation] : undefined;
  if (activate === undefined) throw unusable(name, `its activation ${activation} is not supported`);
  const bytes = await readWeights(path.join(folder, name, 'model.safetensors'), name);
  const tensors = readSafetensors(bytes);
  const weight = tensors?.get('linear.weight');
  const [outputs = 0, inputs = 0] = weight?.shape ?? [];
  if (weight === undefined || outputs * inputs !== weight.data.length) {
    throw unusable(name, 'its model.safetensors has no matrix linear.weight of 32-bit numbers');
  }
  const bias = tensors?.get('linear.bias')?.data;
  return {
    inputs,
    outputs,
    digest: createHash('sha256').update(activation).update(bytes).digest('hex'),
    apply: (vector) => multiplied(weight, vector).map((sum, row) => activate(sum + (bias?.[row] ?? 0))),
  };
}

async function readWeights(file: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw unusable(name, `${file} cannot be read`, cause);
  }
}

function multiplied(
  { data, shape: [outputs = 0, inputs = 0] }: StoredTensor,
  vector: Float32Array,
): Float32Array {
  return Float32Array.from({ length: outputs }, (_, row) => {
    let sum = 0;
    for (let column = 0; column < inputs; column += 1) sum += data[row * inputs + column]! * vector[column]!;
    return sum;
  });
}

function unusable(name: string, reason: string, cause?: unknown): EmbeddingError {
  return new EmbeddingError(`The layer ${name} of the model cannot be used: ${reason}`, {
    hint: 'Download the model again, or export it with all its layers, so that it has the output sentence_embedding.',
    context: { layer: name },
    cause,
  });
}

interface StoredTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const headerSchema = z.record(
  z.string(),
  z.looseObject({
    dtype: z.string().optional(),
    shape: z.array(z.int().min(0)).optional(),
    data_offsets: z.tuple([z.int().min(0), z.int().min(0)]).optional(),
  }),
);

/**
 * The tensors of 32-bit numbers in a file of weights: eight bytes with the length of a header in JSON, the header, the data.
 * `undefined` where the file is damaged.
 *
 * @see https://huggingface.co/docs/safetensors
 */
function readSafetensors(bytes: Uint8Array): ReadonlyMap<string, StoredTensor> | undefined {
  if (bytes.length < 8) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = start <= bytes.length ? parsed(bytes.subarray(8, start)) : undefined;
  if (header === undefined) return undefined;
  const tensors = new Map<string, StoredTensor>();
  for (const [name, { dtype, shape = [], data_offsets: [from, to] = [0, 0] }] of Object.entries(header)) {
    if (dtype !== 'F32') continue;
    if (from > to || start + to > bytes.length || (to - from) % 4 !== 0) return undefined;
    const data = Float32Array.from({ length: (to - from) / 4 }, (_, index) =>
      view.getFloat32(start + from + 4 * index, true),
    );
    tensors.set(name, { shape, data });
  }
  return tensors;
}

function parsed(json: Uint8Array): z.output<typeof headerSchema> | undefined {
  try {
    return headerSchema.parse(JSON.parse(Buffer.from(json).toString()));
  } catch {
    return undefined;
  }
}
