/**
 * The first `dimensions` numbers of a vector, at unit length; the zero vector stays as it is. Of models that put the most
 * telling numbers first (Matryoshka), the short vectors are nearly as good as the long ones.
 */
export function toUnitVector(vector: ArrayLike<number>, dimensions = vector.length): Float32Array {
  const cut = Float64Array.from({ length: dimensions }, (_, index) => vector[index]!);
  const length = Math.sqrt(cut.reduce((sum, value) => sum + value * value, 0));
  return Float32Array.from(cut, (value) => (length === 0 ? 0 : value / length));
}
