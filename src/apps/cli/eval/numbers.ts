/** How figures of an evaluation are written. */
export const fixed = (value: number) => value.toFixed(4);
export const signed = (value: number) => `${value < 0 ? '' : '+'}${fixed(value)}`;
export const probability = (value: number) => (value < 0.001 ? '< 0.001' : value.toFixed(3));
