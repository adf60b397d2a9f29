import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openDriver } from './driver.ts';
import { addPostings, analyseChunk, createPostings, occurrencesOf } from './postings.ts';
import { analyse } from '../../text/analyser.ts';
import { contextTerms } from '../../text/bm25.ts';

it('finds every term of a text as often as it counts', async () => {
  const texts = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('東京都の港', '4.2', 'C++', "l'été", '😀', 'İstanbul', 'ＦＵＬＬ', 'x_y-z', 'U.S.'),
    ),
    { maxLength: 4 },
  );
  const database = await openDriver(':memory:', 0);
  let collection = 0;
  fc.assert(
    fc.property(texts, texts, (context, content) => {
      collection += 1;
      createPostings(database, collection);
      const terms = analyseChunk(context.join(' '), content.join(' '), 'en');
      addPostings(database, collection, 7, terms);
      const expected = [...contextTerms(context.join(' ')), ...analyse(content.join(' '))];
      expect(terms.count).toBe(expected.length);
      for (const term of new Set(expected)) {
        const count = expected.filter((other) => other === term).length;
        expect(occurrencesOf(database, collection, term), JSON.stringify(term)).toEqual(
          Array.from({ length: count }, () => 7),
        );
      }
    }),
  );
  database.close();
});
