import { expect } from 'vitest';
import type { Tokenizer } from './tokens.ts';

/** One offset a token, ascending, inside the text and between code points. */
export function expectOffsets(tokenizer: Pick<Tokenizer, 'offsets' | 'count'>, text: string): void {
  const offsets = tokenizer.offsets(text);
  expect(offsets).toHaveLength(tokenizer.count(text));
  offsets.forEach((offset, index) => {
    expect(offset).toBeGreaterThanOrEqual(index === 0 ? 0 : offsets[index - 1]!);
    expect(offset).toBeLessThan(text.length);
    const pair = text.slice(offset - 1, offset + 1);
    expect(offset > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair)).toBe(false);
  });
}
