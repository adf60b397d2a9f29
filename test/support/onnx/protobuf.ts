/** Writes Protocol Buffers messages: the few kinds of fields that ONNX files need. */

export type Field = Buffer;

/** A 64-bit integer, not negative. */
export const integerField = (field: number, value: number): Field =>
  Buffer.concat([varint(field * 8), varint(value)]);

export const floatField = (field: number, value: number): Field => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint(field * 8 + 5), bytes]);
};

/** Text, raw bytes, or a message inside the message. */
export const bytesField = (field: number, value: string | Uint8Array): Field => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
};

export const message = (...fields: readonly Field[]): Buffer => Buffer.concat(fields);

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
