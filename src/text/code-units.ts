/** Of texts that are longer the array is let go again. */
const mostKept = 2 ** 18;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

let kept = arrayOf(2 ** 12);

/**
 * The UTF-16 code units of a text, and others behind them: a loop over all of them reads an array several times as fast as a string,
 * which may be a slice of another one or be put together. Until the next call, since that uses the same array.
 */
export function codeUnits(text: string): Uint16Array {
  const size = 2 * text.length;
  if (size > mostKept) return filled(arrayOf(text.length), text);
  if (size > kept.bytes.length) kept = arrayOf(2 * text.length);
  return filled(kept, text);
}

interface UnitArray {
  readonly units: Uint16Array;
  /** The same memory. */
  readonly bytes: Buffer;
}

function arrayOf(length: number): UnitArray {
  const units = new Uint16Array(length);
  return { units, bytes: Buffer.from(units.buffer) };
}

function filled({ units, bytes }: UnitArray, text: string): Uint16Array {
  bytes.write(text, 'utf16le');
  if (!isLittleEndian) bytes.swap16();
  return units;
}
