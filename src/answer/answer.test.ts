import { describe, expect, it } from 'vitest';
import type { DocumentContent } from '../store/store.ts';
import {
  chunkSchema,
  citedAnswerSchema,
  documentSchema,
  type Chunk,
  type CitedAnswer,
  type Document,
  type Hit,
  type Passage,
  type RetrieveResponse,
} from '../types.ts';
import { notAnswered, streamAnswer } from './answer.ts';
import { lastAnswer } from '../knowledge-base/ask/conversation.ts';
import { openWordVectors } from '../embed/built-in/built-in.ts';
import { createExtractiveGenerator } from './extract/extractive.ts';
import type { DraftClaim, Generator, GeneratorEvent } from './generator.ts';

const sources: Readonly<Record<string, string>> = {
  lease:
    'Lease\n\nThe tenant pays rent of 900 euros on the\nfirst day of each month. The tenant does not pay for water.\n\n- Pets are allowed.',
  ledger: 'The tenant pays rent of 920 euros on the first day of each month.',
  letter: 'Dear tenant,\n\nyour rent will be 940 euros from May.',
  results:
    'Fiscal 2022 ended on January 28, 2023. Heron had sales of 70 million euros in fiscal 2022, the year ended January 28, 2023. Wages of Heron fell in fiscal 2022.',
};

function documentOf(documentId: string): Document | undefined {
  const text = sources[documentId];
  if (text === undefined) return undefined;
  const counts = { chunkCount: 1, totalChars: text.length, totalTokens: 9, bytes: text.length, pageCount: 0 };
  const instants = { ingestedAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  const names = { title: `The ${documentId}`, creators: [], subjects: [], tags: [], metadata: {} };
  const source = {
    sourcePath: `/${documentId}.txt`,
    sourceHash: '0'.repeat(64),
    format: 'text',
    embeddingModel: 'none',
  };
  return documentSchema.parse({
    documentId,
    collection: 'default',
    version: 1,
    ...counts,
    ...instants,
    ...names,
    ...source,
  });
}

const contentOf = (documentId: string): DocumentContent => ({
  text: sources[documentId] ?? '',
  pages: [],
  sections: [],
});

function chunkOf(documentId: string, [charStart, charEnd]: readonly [number, number], sequence = 0): Chunk {
  const content = contentOf(documentId).text.slice(charStart, charEnd);
  const id = (number: number) => `${documentId}#000${number}`;
  return chunkSchema.parse({
    chunkId: id(sequence),
    nextChunkId: id(sequence + 1),
    documentId,
    sequence,
    charStart,
    charEnd,
    content,
    contentHash: '0',
    pageNumbers: [],
    headingPath: [],
    kind: 'text',
    tokenCount: 1,
    charCount: content.length,
    overlapPrevChars: 0,
    overlapNextChars: 0,
    uniqueStart: charStart,
    uniqueEnd: charEnd,
    level: 3,
    hierarchyPath: '',
    chunkingMethod: 'structure',
    embeddingModel: 'none',
    embeddedAt: '2026-01-01T00:00:00Z',
    totalChunks: 1,
    rects: [],
    metadata: {},
  });
}

function hitOf(chunk: Chunk, rank: number): Hit {
  return { collection: 'default', chunk, rank, relevanceScore: 0.8, fusedScore: 1, duplicates: [] };
}

function retrievalOf(hits: readonly Hit[], passages: readonly Passage[] = []): RetrieveResponse {
  const response = {
    query: 'q',
    success: true,
    degraded: [],
    queries: { standard: 'q', terms: [] },
    omitted: [],
    sources: [],
    groups: [],
  };
  return {
    ...response,
    hits: [...hits],
    passages: [...passages],
    stats: { totalMs: 0, stages: [] },
    warnings: [],
  };
}

function scripted(...events: readonly GeneratorEvent[]): Generator {
  return {
    modelId: 'scripted',
    async *generate() {
      yield* events;
    },
  };
}

const claim = (text: string, supports: DraftClaim['supports']): GeneratorEvent => ({
  kind: 'claim',
  claim: { text, supports },
});

const whole = (documentId: string) => [0, contentOf(documentId).text.length] as const;
const bothHits = [hitOf(chunkOf('lease', whole('lease')), 1), hitOf(chunkOf('letter', whole('letter')), 2)];

const content = async ({ documentId }: { documentId: string }) => contentOf(documentId);

async function run(
  generator: Generator,
  retrieval = retrievalOf(bothHits),
  question = 'What is the rent?',
): Promise<CitedAnswer> {
  const parts = {
    generator,
    content,
    document: ({ documentId }: { documentId: string }) => documentOf(documentId),
  };
  const result = await lastAnswer(streamAnswer(parts, { question, retrieval }));
  for (const { documentId, charStart, charEnd, quote, located } of result.citations) {
    expect(located).not.toBe('no');
    expect(contentOf(documentId).text.slice(charStart, charEnd)).toBe(quote);
  }
  return result;
}

describe('answer', () => {
  it('answers from hits with the sentences themselves, cited where they stand', async () => {
    const result = await run(
      createExtractiveGenerator({ idf: () => 2, wordVectors: openWordVectors }, { certainty: 0 }),
    );
    expect(result.answered).toBe(true);
    expect(result.claims.every(({ supported }) => supported === 'unchecked')).toBe(true);
    expect(result.citations[0]?.located).toBe('exact');
    expect(result.answer).toContain('900 euros on the first day of each month. [');
    expect(citedAnswerSchema.shape.citations.parse(result.citations)).toHaveLength(result.citations.length);
  });

  it('numbers citations in order of first use, one for each span, and groups them by document', async () => {
    const water = { passage: 0, quote: 'The tenant does not pay for water.' };
    const rent = { passage: 1, quote: 'rent will be 940 euros' };
    const result = await run(
      scripted(
        claim('No water.', [water]),
        claim('940.', [rent, water]),
        claim('Pets.', [{ passage: 0, quote: '- Pets are allowed.' }]),
      ),
    );
    expect(result.claims.map(({ citations }) => citations)).toEqual([[1], [2, 1], [3]]);
    expect(result.citations.map(({ documentId }) => documentId)).toEqual(['lease', 'letter', 'lease']);
    expect(result.answer).toBe('No water. [1]\n\n940. [2][1]\n\nPets. [3]');
    expect(result.groups).toMatchObject([
      {
        documentId: 'lease',
        title: 'The lease',
        citations: [1, 3],
        excerpts: ['The tenant does not pay for water.', '- Pets are allowed.'],
      },
      { documentId: 'letter', citations: [2] },
    ]);
  });

  it('quotes the source and not the generator', async () => {
    const result = await run(
      scripted(
        claim('Rent.', [
          { passage: 0, quote: 'the tennant pays rent of 900 euros on the first day of each month' },
        ]),
      ),
    );
    expect(result.citations[0]).toMatchObject({
      located: 'fuzzy',
      quote: 'The tenant pays rent of 900 euros on the\nfirst day of each month',
    });
  });

  it('says where two documents give different numbers of the same', async () => {
    const hits = ['lease', 'ledger'].map((id, index) => hitOf(chunkOf(id, whole(id)), index + 1));
    const result = await run(
      createExtractiveGenerator({ idf: () => 2, wordVectors: openWordVectors }, { certainty: 0 }),
      retrievalOf(hits),
      'How much rent does the tenant pay?',
    );
    expect(result.contradictions).toEqual([{ citations: [1, 2], values: [900, 920], unit: 'EUR' }]);
    expect(result.warnings.at(-1)).toBe('The sources [1] and [2] give different numbers: 900 and 920.');
    expect(citedAnswerSchema.shape.contradictions.parse(result.contradictions)).toHaveLength(1);
  });

  it('drops quotes that do not stand in the document and says so; the claim stays, marked', async () => {
    const result = await run(
      scripted(
        claim('Water is free.', [{ passage: 0, quote: 'The tenant does pay for water.' }]),
        claim('The rent is 900.', [
          { passage: 0, quote: 'rent of 900 euros' },
          { passage: 7, quote: 'rent' },
        ]),
      ),
    );
    expect(result.claims[0]).toMatchObject({ supported: 'no', citations: [] });
    expect(result.answer).toBe('Water is free. [not supported]\n\nThe rent is 900. [1]');
    expect(result.warnings).toHaveLength(2);
    expect(result.warnings.join(' ')).toMatch(/does pay for water.*passage 8/s);
  });

  it('says that the documents do not answer when no claim holds', async () => {
    const result = await run(scripted(claim('Rent is 1.', [{ passage: 0, quote: 'rent of 901 euros' }])));
    expect(result).toMatchObject({ answered: false, answer: notAnswered, citations: [], groups: [] });
    expect(result.claims).toMatchObject([{ supported: 'no' }]);
  });

  it('shows the nearest evidence when the generator abstains, at most three', async () => {
    const quotes = ['Lease', 'The tenant pays', 'rent of 900 euros', 'for water', 'Pets'];
    const nearest = quotes.map((quote) => ({
      text: quote,
      supports: [{ passage: 0, quote }],
      confidence: 0.1,
    }));
    const result = await run(scripted({ kind: 'abstain', nearest }));
    expect(result).toMatchObject({
      answered: false,
      answer: 'The documents may not answer this question.',
      claims: [],
    });
    expect(result.citations.map(({ quote }) => quote)).toEqual(quotes.slice(0, 3));
  });

  it('says so without asking the generator when nothing was retrieved', async () => {
    const generator: Generator = {
      modelId: 'never',
      generate() {
        throw new Error('asked');
      },
    };
    const result = await run(generator, retrievalOf([]));
    expect(result).toMatchObject({
      answered: false,
      answer: notAnswered,
      citations: [],
      claims: [],
      model: 'never',
    });
  });

  it('names the chunk in which the quote starts, also beside the hits of a passage', async () => {
    const { text } = contentOf('lease');
    const cut = text.indexOf('The tenant does');
    const hits = [hitOf(chunkOf('lease', [0, cut]), 1)];
    const span = { charStart: 0, charEnd: text.length, text, tokenCount: 9, rank: 1, relevanceScore: 0.4 };
    const passage = {
      collection: 'default',
      documentId: 'lease',
      chunkIds: ['lease#0000', 'lease#0001'],
      chunks: [
        { chunkId: 'lease#0000', charStart: 0, charEnd: cut },
        { chunkId: 'lease#0001', charStart: cut, charEnd: text.length },
      ],
      ...span,
    };
    const quotes = [
      { passage: 0, quote: 'rent of 900 euros' },
      { passage: 0, quote: 'for water' },
    ];
    const result = await run(scripted(claim('Both.', quotes)), retrievalOf(hits, [passage]));
    expect(result.citations.map(({ chunkId, retrievalScore }) => [chunkId, retrievalScore])).toEqual([
      ['lease#0000', 0.8],
      ['lease#0001', 0.4],
    ]);
  });

  it('names the chunk that has the quote, however far from the hits of a passage', async () => {
    const { text } = contentOf('lease');
    const starts = [
      0,
      text.indexOf('The tenant pays'),
      text.indexOf('The tenant does'),
      text.indexOf('- Pets'),
    ];
    const chunks = starts.map((charStart, sequence) =>
      chunkOf('lease', [charStart, starts[sequence + 1] ?? text.length], sequence),
    );
    const passage = {
      collection: 'default',
      documentId: 'lease',
      chunkIds: chunks.map(({ chunkId }) => chunkId),
      chunks: chunks.map(({ chunkId, charStart, charEnd }) => ({ chunkId, charStart, charEnd })),
      charStart: 0,
      charEnd: text.length,
      text,
      tokenCount: 9,
      rank: 1,
      relevanceScore: 0.4,
    };
    const supports = ['Pets are allowed', 'each month. The tenant does not pay for water', 'Lease'].map(
      (quote) => ({ passage: 0, quote }),
    );
    const retrieval = retrievalOf([hitOf(chunks[1]!, 1)], [passage]);
    const result = await run(scripted(claim('All.', supports)), retrieval);
    expect(result.citations.map(({ chunkId }) => chunkId)).toEqual([
      'lease#0003',
      'lease#0002',
      'lease#0000',
    ]);
  });

  it('gives the generator whole sentences where a passage cuts them', async () => {
    const { text } = contentOf('lease');
    const start = text.indexOf('rent of');
    const given: string[] = [];
    const generator: Generator = {
      modelId: 'listening',
      async *generate({ passages }) {
        given.push(...passages.map((passage) => passage.text));
        yield { kind: 'abstain', nearest: [] };
      },
    };
    await run(generator, retrievalOf([hitOf(chunkOf('lease', [start, text.indexOf(' pay for')]), 1)]));
    expect(given).toEqual([
      'The tenant pays rent of 900 euros on the\nfirst day of each month. The tenant does not pay for water.',
    ]);
  });

  it('leaves out passages of documents that are gone, and says so', async () => {
    const gone = hitOf({ ...chunkOf('lease', whole('lease')), documentId: 'gone' }, 1);
    const result = await run(scripted(claim('x', [{ passage: 0, quote: 'Pets' }])), retrievalOf([gone]));
    expect(result.answered).toBe(false);
    expect(result.warnings.join(' ')).toContain('gone');
  });
});
