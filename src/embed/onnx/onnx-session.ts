import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { EmbeddingError } from '../../errors.ts';

type Runtime = typeof import('onnxruntime-node');

/** What comes out for a batch: `rows × width × dimensions`, or `rows × dimensions` where the model pools itself. */
export interface BatchOutput {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** An open model. */
export interface OnnxSession {
  /** Runs on rows of token ids, at least one a row, padded on the right to the longest. */
  run(rows: readonly (readonly number[])[]): Promise<BatchOutput>;
  /** Waits for what is under way, then frees the model's memory. */
  close(): Promise<void>;
}

export interface SessionOptions {
  readonly threads: number;
  readonly paddingId: number;
  /** Asks for a vector a token even where the model also gives one a text. */
  readonly hiddenStates: boolean;
}

const inputs = new Set(['input_ids', 'attention_mask', 'token_type_ids']);
const hiddenStateOutputs = ['last_hidden_state', 'token_embeddings'];

/**
 * Opens an ONNX model that reads token ids. A run holds up the event loop for its time: onnxruntime-node computes
 * on the calling thread.
 *
 * @throws EmbeddingError when the file is damaged or is another kind of model.
 */
export async function openOnnxSession(
  runtime: Runtime,
  file: string,
  { threads, paddingId, hiddenStates }: SessionOptions,
): Promise<OnnxSession> {
  const session = await createSession(runtime, file, threads);
  const output = chooseOutput(session.outputNames, hiddenStates);
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async run(rows) {
      if (isClosed) throw new EmbeddingError(`The model ${file} is closed`, { hint: 'Open it again.' });
      const run = runBatch(runtime, session, { rows, paddingId, output });
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

async function createSession(runtime: Runtime, file: string, threads: number): Promise<InferenceSession> {
  const session = await runtime.InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3, // errors: warnings would be printed
  }).catch((cause: unknown) => {
    throw new EmbeddingError(`The model ${file} cannot be opened: ${(cause as Error).message}`, {
      hint: 'The file may be damaged or need a newer onnxruntime-node: delete it and download it again.',
      context: { file },
      cause,
    });
  });
  const names = session.inputNames;
  if (names.includes('input_ids') && names.every((name) => inputs.has(name))) return session;
  await session.release();
  throw new EmbeddingError(`The model ${file} has the inputs ${names.join(', ')}: it embeds no texts`, {
    hint: 'Choose a model that was exported for feature extraction, with the inputs input_ids and attention_mask.',
    context: { file, inputs: names },
  });
}

function chooseOutput(names: readonly string[], hiddenStates: boolean): string {
  const wanted = hiddenStates ? hiddenStateOutputs : ['sentence_embedding', ...hiddenStateOutputs];
  return wanted.find((name) => names.includes(name)) ?? names[0]!;
}

interface Batch {
  readonly rows: readonly (readonly number[])[];
  readonly paddingId: number;
  readonly output: string;
}

async function runBatch(
  runtime: Runtime,
  session: InferenceSession,
  { rows, paddingId, output }: Batch,
): Promise<BatchOutput> {
  const feeds = makeFeeds(runtime, session, { rows, paddingId });
  let tensor: Tensor | undefined;
  try {
    tensor = (await session.run(feeds, [output]))[output]!;
    if (tensor.type !== 'float32') throw new TypeError(`it gives ${tensor.type} and not float32`);
    return { data: (tensor.data as Float32Array).slice(), shape: tensor.dims };
  } catch (cause) {
    throw new EmbeddingError(`The model cannot be run: ${(cause as Error).message}`, {
      hint: 'Choose another file of the model, with 32-bit or 8-bit weights, exported for batches of any size.',
      context: { texts: rows.length },
      cause,
    });
  } finally {
    for (const feed of Object.values(feeds)) feed.dispose();
    tensor?.dispose();
  }
}

/** Only the inputs that the model names, as 64-bit integers: ids, 1 where a token is none of padding, and zeros. */
function makeFeeds(
  runtime: Runtime,
  { inputNames }: InferenceSession,
  { rows, paddingId }: Omit<Batch, 'output'>,
): Record<string, Tensor> {
  const width = Math.max(...rows.map((row) => row.length));
  const ids = new BigInt64Array(rows.length * width).fill(BigInt(paddingId));
  const mask = new BigInt64Array(ids.length);
  for (const [index, row] of rows.entries()) {
    ids.set(row.map(BigInt), index * width);
    mask.fill(1n, index * width, index * width + row.length);
  }
  const values: Readonly<Record<string, BigInt64Array>> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(ids.length),
  };
  const feeds = inputNames.map((name) => {
    return [name, new runtime.Tensor('int64', values[name]!, [rows.length, width])] as const;
  });
  return Object.fromEntries(feeds);
}
