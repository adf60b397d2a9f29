import { GraphWriter } from './graph.ts';

export interface BertShape {
  readonly vocabulary: number;
  readonly dimensions: number;
  readonly layers: number;
  /** A divisor of `dimensions`. */
  readonly heads: number;
  /** Width of the layer between two of `dimensions`. */
  readonly inner: number;
  readonly positions: number;
}

export interface BertOptions {
  readonly seed?: number;
  /**
   * `none`: 32-bit floats. `weights`: 8-bit weights, computed with as floats. `all`: 8-bit weights, and what comes in
   * is rounded to 8 bits too, as dynamic quantisation does.
   */
  readonly quantise?: 'none' | 'weights' | 'all';
  /** `token_type_ids` is an input of BERT and not of MPNet. */
  readonly tokenTypes?: boolean;
  /** `last_hidden_state`, besides it `sentence_embedding` (the first token's), or only that one; or `logits`, one a row and label. */
  readonly outputs?: 'tokens' | 'both' | 'sentence' | 'logits';
  /** Of `logits`. */
  readonly labels?: number;
}

/** An encoder like BERT with random weights, as an ONNX file. The same seed gives the same bytes. */
export function writeBert(shape: BertShape, options: BertOptions = {}): Buffer {
  const { outputs = 'tokens', tokenTypes = true, labels = 1 } = options;
  const graph = new GraphWriter();
  const layers = new BertLayers(graph, shape, options);
  const free = ['batch', 'sequence'];
  const ids = graph.input('input_ids', 'int64', free);
  const mask = graph.input('attention_mask', 'int64', free);
  const types = tokenTypes ? graph.input('token_type_ids', 'int64', free) : undefined;
  const bias = layers.attentionBias(mask);
  let hidden = layers.embed(ids, types);
  for (let layer = 0; layer < shape.layers; layer += 1) hidden = layers.transform(hidden, bias);
  if (outputs === 'tokens' || outputs === 'both')
    graph.output(hidden, 'last_hidden_state', [...free, shape.dimensions]);
  if (outputs !== 'tokens') {
    const first = graph.apply('Gather', [hidden, graph.constant(BigInt64Array.of(0n), [])], {
      axis: { integer: 1 },
    });
    if (outputs === 'logits') graph.output(layers.classify(first, labels), 'logits', ['batch', labels]);
    else graph.output(first, 'sentence_embedding', ['batch', shape.dimensions]);
  }
  return graph.toFile();
}

class BertLayers {
  readonly #graph: GraphWriter;
  readonly #shape: BertShape;
  readonly #quantise: NonNullable<BertOptions['quantise']>;
  readonly #random: () => number;

  constructor(graph: GraphWriter, shape: BertShape, { seed = 1, quantise = 'none' }: BertOptions) {
    this.#graph = graph;
    this.#shape = shape;
    this.#quantise = quantise;
    this.#random = randomNumbers(seed);
  }

  embed(ids: string, types: string | undefined): string {
    const { vocabulary, positions } = this.#shape;
    const words = this.#lookUp(vocabulary, ids);
    const withPositions = this.#add(words, this.#lookUp(positions, this.#positionsOf(ids)));
    return this.#normalise(
      types === undefined ? withPositions : this.#add(withPositions, this.#lookUp(2, types)),
    );
  }

  /** 0 where a token may be attended to, and far below where it is padding. */
  attentionBias(mask: string): string {
    const graph = this.#graph;
    const wide = graph.apply('Unsqueeze', [
      graph.apply('Cast', [mask], { to: { integer: 1 } }),
      graph.integers(1, 2),
    ]);
    return graph.apply('Mul', [graph.apply('Sub', [wide, graph.float(1)]), graph.float(10_000)]);
  }

  /** One layer: attention, then two linear maps, each added to what came in. */
  transform(hidden: string, bias: string): string {
    const { dimensions, inner } = this.#shape;
    const attended = this.#normalise(this.#add(hidden, this.#attend(hidden, bias)));
    const wide = this.#gelu(this.#linear(attended, dimensions, inner));
    return this.#normalise(this.#add(attended, this.#linear(wide, inner, dimensions)));
  }

  /** A number for each row and label. */
  classify(rows: string, labels: number): string {
    return this.#linear(rows, this.#shape.dimensions, labels);
  }

  #attend(hidden: string, bias: string): string {
    const graph = this.#graph;
    const { dimensions, heads } = this.#shape;
    const split = (order: readonly number[]) => {
      const rows = this.#linear(hidden, dimensions, dimensions);
      const parts = graph.apply('Reshape', [rows, graph.integers(0, 0, heads, dimensions / heads)]);
      return graph.apply('Transpose', [parts], { perm: { integers: order } });
    };
    const products = graph.apply('MatMul', [split([0, 2, 1, 3]), split([0, 2, 3, 1])]);
    const scaled = graph.apply('Mul', [products, graph.float(1 / Math.sqrt(dimensions / heads))]);
    const weights = graph.apply('Softmax', [this.#add(scaled, bias)], { axis: { integer: 3 } });
    const values = graph.apply('MatMul', [weights, split([0, 2, 1, 3])]);
    const joined = graph.apply('Transpose', [values], { perm: { integers: [0, 2, 1, 3] } });
    const flat = graph.apply('Reshape', [joined, graph.integers(0, 0, dimensions)]);
    return this.#linear(flat, dimensions, dimensions);
  }

  #linear(rows: string, from: number, to: number): string {
    const values = this.#weights(from * to, 1 / Math.sqrt(from));
    const offsets = this.#graph.constant(this.#weights(to, 0.1), [to]);
    return this.#add(this.#multiply(rows, values, [from, to]), offsets);
  }

  #multiply(rows: string, values: Float32Array, shape: readonly number[]): string {
    const graph = this.#graph;
    if (this.#quantise === 'none') return graph.apply('MatMul', [rows, graph.constant(values, shape)]);
    const { codes, scale } = toInt8(values);
    const [matrix, size, zero] = [graph.constant(codes, shape), graph.float(scale), this.#zero()];
    if (this.#quantise === 'weights') {
      return graph.apply('MatMul', [rows, graph.apply('DequantizeLinear', [matrix, size, zero])]);
    }
    const [rounded, rowSize, rowZero] = graph.applyAll('DynamicQuantizeLinear', [rows], { count: 3 });
    const products = graph.apply('MatMulInteger', [rounded!, matrix, rowZero!, zero]);
    const floats = graph.apply('Cast', [products], { to: { integer: 1 } });
    return graph.apply('Mul', [floats, graph.apply('Mul', [rowSize!, size])]);
  }

  #lookUp(rows: number, ids: string): string {
    const graph = this.#graph;
    const shape = [rows, this.#shape.dimensions];
    const values = this.#weights(rows * this.#shape.dimensions, 1);
    if (this.#quantise === 'none') return graph.apply('Gather', [graph.constant(values, shape), ids]);
    const { codes, scale } = toInt8(values);
    const found = graph.apply('Gather', [graph.constant(codes, shape), ids]);
    return graph.apply('DequantizeLinear', [found, graph.float(scale), this.#zero()]);
  }

  #positionsOf(ids: string): string {
    const graph = this.#graph;
    const scalar = (value: bigint) => graph.constant(BigInt64Array.of(value), []);
    const length = graph.apply('Gather', [graph.apply('Shape', [ids]), scalar(1n)]);
    return graph.apply('Range', [scalar(0n), length, scalar(1n)]);
  }

  #gelu(values: string): string {
    const graph = this.#graph;
    const erf = graph.apply('Erf', [graph.apply('Mul', [values, graph.float(Math.SQRT1_2)])]);
    const half = graph.apply('Mul', [values, graph.float(0.5)]);
    return graph.apply('Mul', [half, this.#add(erf, graph.float(1))]);
  }

  #normalise(rows: string): string {
    const { dimensions } = this.#shape;
    const scale = this.#graph.constant(new Float32Array(dimensions).fill(1), [dimensions]);
    const offsets = this.#graph.constant(this.#weights(dimensions, 0.1), [dimensions]);
    return this.#graph.apply('LayerNormalization', [rows, scale, offsets], { axis: { integer: 2 } });
  }

  #add(a: string, b: string): string {
    return this.#graph.apply('Add', [a, b]);
  }

  #zero(): string {
    return this.#graph.constant(Int8Array.of(0), []);
  }

  #weights(count: number, scale: number): Float32Array {
    return Float32Array.from({ length: count }, () => this.#random() * scale);
  }
}

/** `values ≈ codes · scale`. */
function toInt8(values: Float32Array): { codes: Int8Array; scale: number } {
  const scale = values.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0) / 127;
  return { codes: Int8Array.from(values, (value) => Math.round(value / scale)), scale };
}

/** Uniform numbers of mean 0 and variance 1 in a fixed sequence. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1) * Math.sqrt(3);
  };
}
