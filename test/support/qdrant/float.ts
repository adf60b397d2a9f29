/** The shortest decimal that stands for the same 32-bit number, as Qdrant writes it. */
export function shortest(number: number): number {
  const exact = Math.fround(number);
  for (const digits of [7, 8]) {
    const short = Number(exact.toPrecision(digits));
    if (Math.fround(short) === exact) return short;
  }
  return Number(exact.toPrecision(9));
}
