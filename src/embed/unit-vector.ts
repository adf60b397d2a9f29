/**
 * The first `dimensions` numbers of a vector, at unit length; the zero vector stays as it is. Of models that put the most
 * telling numbers first (Matryoshka), the short vectors are nearly as good as the long ones.
 */
export function toUnitVector(vector: ArrayLike<number>, dimensions = vector.length): Float32Array {
  let squares = 0;
  for (let index = 0; index < dimensions; index += 1) squares += vector[index]! * vector[index]!;
  const unit = new Float32Array(dimensions);
  if (squares === 0) return unit;
  const length = Math.sqrt(squares);
  for (let index = 0; index < dimensions; index += 1) unit[index] = vector[index]! / length;
  return unit;
}
