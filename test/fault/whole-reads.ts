/**
 * Documents that are replaced again and again, and the public reads beside it: each must tell of one state of a document.
 * Every part of a document names its writer and its state (`north-12`), so that a read of two states shows.
 */
import assert from 'node:assert/strict';
import { type Citation, NoDocumentsFoundError, openKnowledgeBase, StoreError } from '../../src/index.ts';
import type { KnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';
import type { ConfigInput } from '../../src/config/config.ts';

export const config = {
  chunking: { method: 'recursive', chunkSize: 24, overlap: 0 },
  embedding: { adapt: 'off' },
  ingest: { keepOriginals: true },
} satisfies ConfigInput;

/** Replaces the writer's document by its next state. No two that follow each other are of one length. */
export async function replace(kb: KnowledgeBase, writer: string, number: number): Promise<void> {
  const state = `${writer}-${number}`;
  const paragraphs = Array.from(
    { length: 1 + (number % 5) },
    (_, index) => `Crane ${index} of the ${writer} harbour lifts ${index + 3} tonnes as of ${state}.`,
  );
  const input = {
    source: `The ${writer} harbour is deep.\n\n${paragraphs.join('\n\n')}`,
    sourceType: 'text',
    uri: `${writer}.txt`,
    documentId: writer,
    title: `Harbour ${state}`,
    metadata: { state },
  } as const;
  const { errors } = await kb.addDocuments([input], { returnChunks: false });
  if (errors[0]) throw errors[0].error;
}

/** The states that something tells of, of each writer. @throws AssertionError where they are two. */
function expectOneState(read: string, what: unknown): void {
  const states = new Map<string, Set<string>>();
  for (const [, writer = '', number = ''] of JSON.stringify(what).matchAll(/\b(\w+)-(\d+)\b/g)) {
    states.set(writer, (states.get(writer) ?? new Set()).add(number));
  }
  for (const [writer, numbers] of states) {
    assert.equal(numbers.size, 1, `${read} gives ${writer} in the states ${[...numbers].join(', ')}`);
  }
}

/** What is allowed to happen to a read beside a writer: the document was another one when it was looked for. */
async function unlessChanged<Result>(read: Promise<Result>): Promise<Result | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof NoDocumentsFoundError) return undefined;
    throw error;
  }
}

const documentOf = ({
  documentId,
  title,
  metadata,
  text,
  sections,
}: Awaited<ReturnType<KnowledgeBase['document']>>) => ({
  documentId,
  title,
  metadata,
  text,
  sections,
});

/** Each reads everything of all writers once. */
export const reads: Readonly<
  Record<string, (kb: KnowledgeBase, writers: readonly string[]) => Promise<void>>
> = {
  async document(kb, writers) {
    for (const writer of writers) {
      const document = await kb.document(writer);
      expectOneState('document', documentOf(document));
      assert.equal(document.text.length, document.totalChars);
    }
  },
  async documents(kb) {
    for (const { title, metadata } of await kb.documents()) expectOneState('documents', { title, metadata });
  },
  async chunks(kb, writers) {
    for (const writer of writers) {
      const chunks = await kb.chunks(writer);
      expectOneState(
        'chunks',
        chunks.map(({ content, metadata }) => ({ content, metadata })),
      );
      for (const { totalChunks } of chunks) assert.equal(totalChunks, chunks.length);
    }
  },
  async stats(kb, writers) {
    const [total, ...groups] = await kb.stats({ groupBy: 'state' });
    assert.equal(total?.documents, writers.length);
    expectOneState('stats', groups);
    assert.equal(
      total?.chunks,
      groups.reduce((sum, { chunks }) => sum + chunks, 0),
    );
    assert.equal(
      total?.bytes,
      groups.reduce((sum, { bytes }) => sum + bytes, 0),
    );
  },
  async original(kb, writers) {
    for (const writer of writers)
      expectOneState('original', new TextDecoder().decode(await kb.original(writer)));
  },
  async retrieve(kb) {
    for (const options of [{}, { tokenBudget: 200 }, { explain: true, groupByDocument: true }]) {
      const response = await kb.retrieve('Which crane lifts 4 tonnes?', {
        topK: 8,
        contextWindow: 2,
        ...options,
      });
      const { hits, passages, sources, groups } = response;
      expectOneState('retrieve', { hits, passages, sources, groups });
    }
  },
  async ask(kb) {
    const { citations, retrieval } = await kb.ask('How many tonnes does crane 1 of the north harbour lift?');
    expectOneState('ask', { citations, sources: retrieval.sources });
  },
  async surroundings(kb, writers) {
    for (const writer of writers) {
      const { citations } = await kb.ask(`How deep is the ${writer} harbour?`);
      for (const citation of citations) await readAround(kb, citation);
    }
  },
  async evaluate(kb, writers) {
    const queries = writers.map((writer, index) => {
      const text = `The ${writer} harbour is deep.`;
      const excerpt = { documentId: writer, charStart: 0, charEnd: text.length, text };
      return {
        queryId: String(index),
        query: `How deep is the ${writer} harbour?`,
        relevantSpans: [excerpt],
      };
    });
    const { configurations } = await kb.evaluate({ name: 'harbours', queries, references: [], warnings: [] });
    assert.deepEqual(configurations[0]?.warnings ?? [], []);
  },
  async export(kb, writers) {
    const byDocument = new Map<string, unknown[]>();
    let current: unknown[] = [];
    for await (const line of kb.export()) {
      const parsed = JSON.parse(line) as { kind: string; document?: { documentId: string }; bytes?: string };
      if (parsed.document) byDocument.set(parsed.document.documentId, (current = []));
      const { bytes = '' } = parsed;
      current.push(parsed, Buffer.from(parsed.kind === 'original' ? bytes : '', 'base64').toString());
    }
    assert.deepEqual([...byDocument.keys()].sort(), [...writers].sort());
    for (const lines of byDocument.values()) expectOneState('export', lines);
  },
  async copyTo(kb, writers) {
    const copy = await openKnowledgeBase({ ...config, store: 'sqlite::memory:' });
    try {
      await kb.copyTo(copy);
    } catch (error) {
      // At the end documents are compared with those that there are by then.
      if (!(error instanceof StoreError)) throw error;
    }
    for (const writer of writers) {
      const document = await unlessChanged(copy.document(writer));
      if (document) expectOneState('copyTo', [documentOf(document), await copy.chunks(writer)]);
    }
    await copy.close();
  },
};

async function readAround(kb: KnowledgeBase, citation: Citation): Promise<void> {
  const around = await unlessChanged(kb.surroundings(citation));
  if (!around) return;
  expectOneState('surroundings', around);
  assert.equal(around.quote, citation.quote);
}
