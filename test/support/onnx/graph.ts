import { bytesField, floatField, integerField, message, type Field } from './protobuf.ts';

/** A constant of a graph. Its type follows from its array: 32-bit floats, 8-bit or 64-bit integers. */
export type TensorData = Float32Array | Int8Array | Uint8Array | BigInt64Array;

const elementTypes = { float32: 1, uint8: 2, int8: 3, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

/** Numbers that are not negative integers, or not whole, are written as floats: ONNX has both kinds. */
export type Attributes = Readonly<
  Record<
    string,
    { readonly float: number } | { readonly integer: number } | { readonly integers: readonly number[] }
  >
>;

/** Collects the nodes of an ONNX graph; every method that computes something gives the name of its result. */
export class GraphWriter {
  readonly #nodes: Field[] = [];
  readonly #constants: Field[] = [];
  readonly #ends: Field[] = [];
  #names = 0;

  /** A shape holds numbers, and names of dimensions that are free. */
  input(name: string, type: ElementType, shape: readonly (number | string)[]): string {
    this.#ends.push(bytesField(11, valueInfo(name, type, shape)));
    return name;
  }

  /** Gives a result its name outside. */
  output(result: string, name: string, shape: readonly (number | string)[]): void {
    this.#nodes.push(bytesField(1, node('Identity', { inputs: [result], outputs: [name] })));
    this.#ends.push(bytesField(12, valueInfo(name, 'float32', shape)));
  }

  constant(data: TensorData, shape: readonly number[]): string {
    const name = this.#newName('constant');
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const dimensions = shape.map((size) => integerField(1, size));
    const fields = [...dimensions, integerField(2, elementTypes[typeOf(data)]), bytesField(8, name)];
    this.#constants.push(bytesField(5, message(...fields, bytesField(9, bytes))));
    return name;
  }

  integers(...values: readonly number[]): string {
    return this.constant(BigInt64Array.from(values, BigInt), [values.length]);
  }

  float(value: number): string {
    return this.constant(Float32Array.of(value), []);
  }

  /** The first result of an operator. */
  apply(operator: string, inputs: readonly string[], attributes: Attributes = {}): string {
    return this.applyAll(operator, inputs, { attributes, count: 1 })[0]!;
  }

  applyAll(
    operator: string,
    inputs: readonly string[],
    { attributes = {}, count }: { readonly attributes?: Attributes; readonly count: number },
  ): string[] {
    const outputs = Array.from({ length: count }, () => this.#newName(operator));
    this.#nodes.push(bytesField(1, node(operator, { inputs, outputs, attributes })));
    return outputs;
  }

  /** The file: operator set 17, the first with LayerNormalization. */
  toFile(): Buffer {
    const graph = message(...this.#nodes, bytesField(2, 'graph'), ...this.#constants, ...this.#ends);
    const operators = message(bytesField(1, ''), integerField(2, 17));
    return message(integerField(1, 8), bytesField(7, graph), bytesField(8, operators));
  }

  #newName(what: string): string {
    this.#names += 1;
    return `${what}-${this.#names}`;
  }
}

function typeOf(data: TensorData): ElementType {
  if (data instanceof Float32Array) return 'float32';
  if (data instanceof BigInt64Array) return 'int64';
  return data instanceof Int8Array ? 'int8' : 'uint8';
}

function valueInfo(name: string, type: ElementType, shape: readonly (number | string)[]): Buffer {
  const dimensions = shape.map((size) =>
    bytesField(1, typeof size === 'number' ? integerField(1, size) : bytesField(2, size)),
  );
  const tensor = message(integerField(1, elementTypes[type]), bytesField(2, message(...dimensions)));
  return message(bytesField(1, name), bytesField(2, bytesField(1, tensor)));
}

interface NodeParts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes?: Attributes;
}

function node(operator: string, { inputs, outputs, attributes = {} }: NodeParts): Buffer {
  return message(
    ...inputs.map((name) => bytesField(1, name)),
    ...outputs.map((name) => bytesField(2, name)),
    bytesField(4, operator),
    ...Object.entries(attributes).map(([name, value]) => bytesField(5, attribute(name, value))),
  );
}

/** Negative integers are written as 64-bit two's complement, which nothing here needs. */
function attribute(name: string, value: Attributes[string]): Buffer {
  if ('float' in value) return message(bytesField(1, name), floatField(2, value.float), integerField(20, 1));
  if ('integer' in value)
    return message(bytesField(1, name), integerField(3, value.integer), integerField(20, 2));
  const integers = value.integers.map((integer) => integerField(8, integer));
  return message(bytesField(1, name), ...integers, integerField(20, 7));
}
