import { afterEach, beforeEach, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

let kb: KnowledgeBase;
beforeEach(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', embedding: { adapt: 'off' } });
});
afterEach(() => kb.close());

const textOf = (documentId: string, source: string) => ({ documentId, source, sourceType: 'text' as const });
const same = 'Added with the same content as another document: ';
const end = '. Remove one, unless both are wanted.';

it('names the document with the same content, of an earlier call and of the same one', async () => {
  expect((await kb.addDocuments([textOf('a', 'Otters swim.'), textOf('b', 'Herons fly.')])).warnings).toEqual(
    [],
  );
  const later = await kb.addDocuments([textOf('c', 'Otters swim.'), textOf('d', 'Eels wind.')]);
  expect(later.warnings).toEqual([`${same}c as a${end}`]);
  const both = await kb.addDocuments([textOf('e', 'Newts wait.'), textOf('f', 'Newts wait.')]);
  expect(both.warnings).toEqual([`${same}f as e${end}`]);
  expect(both.documentsInserted).toBe(2);
});

it('is silent on documents that are replaced, unchanged, or of other collections', async () => {
  await kb.addDocuments([textOf('a', 'Otters swim.'), textOf('b', 'Herons fly.')]);
  expect((await kb.addDocuments([textOf('b', 'Otters swim.')])).warnings).toEqual([]);
  expect((await kb.addDocuments([textOf('a', 'Otters swim.')])).warnings).toEqual([]);
  const elsewhere = await kb.addDocuments([textOf('x', 'Otters swim.')], { collection: 'others' });
  expect(elsewhere.warnings).toEqual([]);
});

it('names five, and says how many more there are', async () => {
  const copies = Array.from({ length: 8 }, (_, index) => textOf(`d${index}`, 'Otters swim.'));
  const [warning = ''] = (await kb.addDocuments(copies)).warnings;
  expect(warning).toMatch(/^Added .*: d1 as d0, .* d5 as d0, and 2 more\. Remove/);
});
