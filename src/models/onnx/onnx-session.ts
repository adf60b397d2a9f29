import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ModelUse } from './model-use.ts';

type Runtime = typeof import('onnxruntime-node');

/** What comes out for a batch: `rows × width × dimensions`, or `rows × dimensions` where the model gives one vector a row. */
export interface BatchOutput {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** An open model. */
export interface OnnxSession {
  /** Runs on rows of at least one token, padded on the right to the longest. */
  run(rows: readonly TokenRow[]): Promise<BatchOutput>;
  /** Waits for what is under way, then frees the model's memory. */
  close(): Promise<void>;
}

/** A text, or a pair of texts, as token ids. */
export interface TokenRow {
  readonly ids: readonly number[];
  /** Tokens from here on are of the second text; all are of the first unless given. */
  readonly secondFrom?: number;
}

export interface SessionOptions {
  readonly use: ModelUse;
  readonly threads: number;
  readonly paddingId: number;
  /** Names of outputs, the first that the model has is taken; its first one where it has none of them. */
  readonly outputs: readonly string[];
}

const inputs = new Set(['input_ids', 'attention_mask', 'token_type_ids']);

/**
 * Opens an ONNX model that reads token ids. A run holds up the event loop for its time: onnxruntime-node computes
 * on the calling thread.
 *
 * @throws `use.Failure` when the file is damaged or is another kind of model.
 */
export async function openOnnxSession(
  runtime: Runtime,
  file: string,
  { use, threads, paddingId, outputs }: SessionOptions,
): Promise<OnnxSession> {
  const session = await createSession(runtime, file, { threads, use });
  const names = session.outputNames;
  const output = outputs.find((name) => names.includes(name)) ?? names[0]!;
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async run(rows) {
      if (isClosed) throw new use.Failure(`The model ${file} is closed`, { hint: 'Open it again.' });
      const run = runBatch(runtime, session, { rows, paddingId, output, use });
      running.add(run);
      return run.finally(() => running.delete(run));
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(running);
      await session.release();
    },
  };
}

async function createSession(
  runtime: Runtime,
  file: string,
  { threads, use }: Pick<SessionOptions, 'threads' | 'use'>,
): Promise<InferenceSession> {
  const session = await runtime.InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3, // errors: warnings would be printed
  }).catch((cause: unknown) => {
    throw new use.Failure(`The model ${file} cannot be opened: ${(cause as Error).message}`, {
      hint: 'The file may be damaged or need a newer onnxruntime-node: delete it and download it again.',
      context: { file },
      cause,
    });
  });
  const names = session.inputNames;
  if (names.includes('input_ids') && names.every((name) => inputs.has(name))) return session;
  await session.release();
  throw new use.Failure(`The model ${file} has the inputs ${names.join(', ')}: it reads no texts`, {
    hint: `Choose a model that was exported for ${use.task}, with the inputs input_ids and attention_mask.`,
    context: { file, inputs: names },
  });
}

interface Batch {
  readonly rows: readonly TokenRow[];
  readonly paddingId: number;
  readonly output: string;
  readonly use: ModelUse;
}

async function runBatch(
  runtime: Runtime,
  session: InferenceSession,
  { rows, paddingId, output, use }: Batch,
): Promise<BatchOutput> {
  const feeds = makeFeeds(runtime, session, { rows, paddingId });
  let tensor: Tensor | undefined;
  try {
    tensor = (await session.run(feeds, [output]))[output]!;
    if (tensor.type !== 'float32') throw new TypeError(`it gives ${tensor.type} and not float32`);
    return { data: (tensor.data as Float32Array).slice(), shape: tensor.dims };
  } catch (cause) {
    throw new use.Failure(`The model cannot be run: ${(cause as Error).message}`, {
      hint: 'Choose another file of the model, with 32-bit or 8-bit weights, exported for batches of any size.',
      context: { texts: rows.length },
      cause,
    });
  } finally {
    for (const feed of Object.values(feeds)) feed.dispose();
    tensor?.dispose();
  }
}

/** Only the inputs that the model names, as 64-bit integers: ids, 1 where a token is none of padding, 1 in a second text. */
function makeFeeds(
  runtime: Runtime,
  { inputNames }: InferenceSession,
  { rows, paddingId }: Pick<Batch, 'rows' | 'paddingId'>,
): Record<string, Tensor> {
  const width = Math.max(...rows.map(({ ids: row }) => row.length));
  const ids = new BigInt64Array(rows.length * width).fill(BigInt(paddingId));
  const mask = new BigInt64Array(ids.length);
  const types = new BigInt64Array(ids.length);
  for (const [index, { ids: row, secondFrom = row.length }] of rows.entries()) {
    const start = index * width;
    ids.set(row.map(BigInt), start);
    mask.fill(1n, start, start + row.length);
    types.fill(1n, start + secondFrom, start + row.length);
  }
  const values: Readonly<Record<string, BigInt64Array>> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: types,
  };
  const feeds = inputNames.map((name) => {
    return [name, new runtime.Tensor('int64', values[name]!, [rows.length, width])] as const;
  });
  return Object.fromEntries(feeds);
}
