import { expect, it } from 'vitest';
import { codeIn } from './code-in.ts';

it('gives the listings that reach into a passage, and no address or verse that is set like one', () => {
  const [before, listing, address] = ['Run it:', '$ tide revert --last', 'Water Street 12\n20457 Hamburg'];
  const text = [before, listing, address].join('\n\n');
  const blocks = [listing, address].map((block) => {
    const charStart = 100 + text.indexOf(block);
    return { kind: 'code' as const, charStart, charEnd: charStart + block.length };
  });
  const start = text.indexOf(listing);
  const passage = { text, charStart: 100, charEnd: 100 + text.length };
  expect(codeIn(blocks, passage)).toEqual([{ start, end: start + listing.length }]);
});
