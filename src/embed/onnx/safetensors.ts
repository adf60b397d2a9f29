import { z } from 'zod';

export interface StoredTensor {
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
export function readSafetensors(bytes: Uint8Array): ReadonlyMap<string, StoredTensor> | undefined {
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
