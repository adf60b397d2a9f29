import type { Filter } from '../store/filter/filter.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openKnowledgeBase } from './knowledge-base.ts';
import type { Metadata } from '../types.ts';

const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'a.b', '$or'),
  fc.string({ minLength: 1, maxLength: 5 }),
);
const value = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 2 }),
);
const metadata: fc.Arbitrary<Metadata> = fc
  .uniqueArray(fc.tuple(key, value), { maxLength: 4, selector: ([name]) => name })
  .map((entries) => Object.fromEntries(entries));

it('keeps metadata of any keys through add, update, export and import, and filters find it', async () => {
  const [kb, copy] = await Promise.all([1, 2].map(() => openKnowledgeBase({ store: 'sqlite::memory:' })));
  let count = 0;
  await fc.assert(
    fc.asyncProperty(metadata, metadata, async (first, patch) => {
      const documentId = `d${(count += 1)}`;
      const { errors } = await kb!.addDocuments([
        { source: 'Some words to add.', sourceType: 'text' as const, documentId, metadata: first },
      ]);
      expect(errors).toEqual([]);
      const own = Object.fromEntries(Object.entries(patch).map(([name, said]) => [`metadata.${name}`, said]));
      if (Object.keys(own).length > 0)
        await kb!.updateDocuments({ documentIds: [documentId], metadataUpdates: own });
      const expected = Object.entries({ ...first, ...patch }).sort();
      expect(Object.entries((await kb!.document(documentId)).metadata).sort()).toEqual(expected);
    }),
    { numRuns: 20 },
  );
  await copy!.import(kb!.export());
  const [documents, copied] = [await kb!.documents(), await copy!.documents()];
  expect(copied.map(({ metadata: said }) => Object.entries(said))).toEqual(
    documents.map(({ metadata: said }) => Object.entries(said)),
  );
  const odd = JSON.parse('{"__proto__": "found"}') as Metadata;
  await kb!.addDocuments([
    { source: 'Odd words.', sourceType: 'text' as const, documentId: 'odd', metadata: odd },
  ]);
  const filter = JSON.parse('{"metadata.__proto__": "found"}') as Filter;
  expect((await kb!.documents(filter)).map(({ documentId }) => documentId)).toContain('odd');
  await Promise.all([kb!.close(), copy!.close()]);
});
