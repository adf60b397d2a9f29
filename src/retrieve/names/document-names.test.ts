import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestNamed, DocumentNames, type DescribedDocument } from './document-names.ts';
import { wordsOfQuery } from './name-words.ts';

const describeDocument = (
  documentId: string,
  title = 'NON-DISCLOSURE AGREEMENT',
  chunkCount = 5,
): DescribedDocument => ({
  documentId,
  title,
  sourcePath: `/contracts/${documentId}.txt`,
  chunkCount,
  updatedAt: '2024-01-01T00:00:00.000Z',
});

const contracts = ['bosch-nda', 'motorola-nda-2016', 'motorola-nda-2017', 'nda-information-security'];

function namesOf(documents: readonly DescribedDocument[]): DocumentNames {
  const names = new DocumentNames();
  for (const document of documents) names.put(document);
  names.documentCount = new Set(documents.map(({ documentId }) => documentId)).size;
  return names;
}

/** Words of the texts are pure in no name. */
function namedBy(names: DocumentNames, query: string, impure: Readonly<Record<string, number>> = {}) {
  const terms = names.termsIn(wordsOfQuery(query));
  return bestNamed(names.scoredBy(new Map(terms.map(({ term }) => [term, impure[term] ?? 1]))));
}
const idsOf = (named: readonly { documentId: string }[]) => named.map(({ documentId }) => documentId);

describe('DocumentNames', () => {
  const names = namesOf(contracts.map((id) => describeDocument(id)));

  it('finds the document of which a query has the rare words', () => {
    expect(namedBy(names, "Consider Bosch's Non-Disclosure Agreement; may the party keep copies?")).toEqual([
      { documentId: 'bosch-nda', share: 1 },
    ]);
  });

  it('finds several of one name, and of these the one of the year', () => {
    const both = namedBy(names, 'Motorola').map(({ documentId, share }) => [documentId, share]);
    expect(both).toEqual([
      ['motorola-nda-2016', 1],
      ['motorola-nda-2017', 1],
    ]);
    expect(idsOf(namedBy(names, 'Motorola 2017'))[0]).toBe('motorola-nda-2017');
  });

  it('names nothing by words that stand in most texts', () => {
    const impure = { inform: 0.02, secur: 0.1 };
    expect(namedBy(names, 'is security information confidential?', impure)).toEqual([]);
    expect(idsOf(namedBy(names, 'information security'))).toEqual(['nda-information-security']);
  });

  it('names nothing by a few words of a long name', () => {
    const long =
      'aspirin stops prostaglandin synthesis in isolated human platelets after oral administration';
    const papers = namesOf([describeDocument('a', long), ...contracts.map((id) => describeDocument(id))]);
    expect(namedBy(papers, 'does aspirin help?')).toEqual([]);
    expect(idsOf(namedBy(papers, 'aspirin stops prostaglandin synthesis in platelets'))).toEqual(['a']);
  });

  it('leaves out documents of one chunk', () => {
    const short = namesOf([describeDocument('bosch-nda', '', 1), describeDocument('motorola-nda', '', 2)]);
    expect(namedBy(short, 'bosch')).toEqual([]);
    expect(idsOf(namedBy(short, 'motorola'))).toEqual(['motorola-nda']);
  });

  it('names no document where very many are called so', () => {
    const alike = namesOf(
      Array.from({ length: 60 }, (_, index) => describeDocument(`${index}-handbook`, 'x')),
    );
    expect(namedBy(alike, 'handbook')).toEqual([]);
  });

  it('reads addresses as they are meant', () => {
    const addressed = namesOf([
      { ...describeDocument('x', ''), sourcePath: 'https://a.org/files/Sony%20Pictures.txt/' },
    ]);
    expect(idsOf(namedBy(addressed, 'sony pictures'))).toEqual(['x']);
    expect(
      idsOf(namedBy(namesOf([{ ...describeDocument('y', ''), sourcePath: '100%.txt' }]), '100')),
    ).toEqual(['y']);
  });

  it('is the same whatever came before a document as it is now', () => {
    const document = fc.record({
      documentId: fc.constantFrom('a', 'b', 'c'),
      title: fc.constantFrom('bosch', 'motorola 2016', 'bosch motorola', 'Non-Disclosure'),
      chunkCount: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 8 }), (list) => {
        const given = list.map((one) => describeDocument(one.documentId, one.title, one.chunkCount));
        const latest = [...new Map(given.map((one) => [one.documentId, one])).values()];
        const [grown, fresh] = [namesOf(given), namesOf(latest)];
        expect(grown.size).toBe(fresh.size);
        const query = 'motorola bosch 2016 non-disclosure';
        const terms = (of: DocumentNames) => new Set(of.termsIn(wordsOfQuery(query)));
        expect(terms(grown)).toEqual(terms(fresh));
        const byId = (of: DocumentNames) =>
          namedBy(of, query).toSorted((one, other) => (one.documentId < other.documentId ? -1 : 1));
        const shares = (of: DocumentNames) => byId(of).map(({ share }) => share.toFixed(9));
        expect([idsOf(byId(grown)), shares(grown)]).toEqual([idsOf(byId(fresh)), shares(fresh)]);
      }),
    );
  });
});
