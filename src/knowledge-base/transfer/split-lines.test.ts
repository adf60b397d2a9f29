import { expect, it } from 'vitest';
import { splitLines } from './split-lines.ts';

async function linesOf(pieces: Iterable<string | Uint8Array>, most?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of splitLines(pieces, most)) lines.push(line);
  return lines;
}

it('gives lines however they are cut into pieces', async () => {
  const bytes = Buffer.from('one\ntwö\n\nthree');
  for (let cut = 1; cut < bytes.length; cut += 1) {
    expect(await linesOf([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(['one', 'twö', '', 'three']);
  }
});

it('ends a line that is too long with an error, before the rest of it is read', async () => {
  let read = 0;
  function* endless() {
    yield 'short\n';
    for (; ; read += 1) yield 'x'.repeat(10);
  }
  await expect(linesOf(endless(), 100)).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: expect.stringContaining('Line 2'),
  });
  expect(read).toBeLessThan(12);
});
