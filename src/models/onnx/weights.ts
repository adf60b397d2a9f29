import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

export interface Weights {
  /** SHA-256 of the files, hexadecimal. */
  readonly digest: string;
  /**
   * Whether the model rounds its intermediate results to 8 bits, by one scale for all of a batch: the vector of a text
   * then depends on what it shares a batch with.
   */
  readonly roundsByBatch: boolean;
}

/** The operator of ONNX, and of ONNX Runtime's own, that find the scale. */
const roundingOperator = 'DynamicQuantize';

/** Reads the files of a model once, in the given order. */
export async function readWeights(files: readonly string[]): Promise<Weights> {
  const hash = createHash('sha256');
  let roundsByBatch = false;
  let end = Buffer.alloc(0);
  for (const file of files) {
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      hash.update(bytes);
      roundsByBatch ||= Buffer.concat([end, bytes]).includes(roundingOperator);
      end = Buffer.from(bytes.subarray(-roundingOperator.length));
    }
  }
  return { digest: hash.digest('hex'), roundsByBatch };
}
