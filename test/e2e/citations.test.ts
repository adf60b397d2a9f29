/**
 * The promise in the name, on the example documents: each citation's quote is the document's own text at its
 * span, its pages are right, and its rectangles hold the quote's words as poppler sees them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  openKnowledgeBase,
  type Citation,
  type CitedAnswer,
  type FullDocument,
  type KnowledgeBase,
} from '../../src/index.ts';
import { hasPoppler, popplerPages, type Box } from '../support/poppler.ts';

interface Question {
  readonly query: string;
  readonly answerable: boolean;
  readonly documents?: readonly { readonly name: string; readonly page?: number }[];
}

const folder = join(process.cwd(), 'examples');
const questions = parse(readFileSync(join(folder, 'questions.yaml'), 'utf8')) as Question[];

let kb: KnowledgeBase;
let answers: { question: Question; answer: CitedAnswer }[];
let citations: Citation[];
let documents: Map<string, FullDocument>;

beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const added = await kb.addDocuments([join(folder, 'documents')]);
  expect(added).toMatchObject({ success: true, documentsInserted: 10 });
  answers = [];
  for (const question of questions) answers.push({ question, answer: await kb.ask(question.query) });
  citations = answers.flatMap(({ answer }) => answer.citations);
  const all = await kb.documents();
  const full = await Promise.all(all.map(({ documentId }) => kb.document(documentId)));
  documents = new Map(full.map((document) => [document.documentId, document]));
});
afterAll(() => kb.close());

describe('a citation', () => {
  it('quotes exactly what stands at its span', () => {
    expect(citations.length).toBeGreaterThan(questions.length);
    for (const { documentId, charStart, charEnd, quote, located } of citations) {
      expect(documents.get(documentId)!.text.slice(charStart, charEnd)).toBe(quote);
      expect(located).toBe('exact');
    }
  });

  it('names the pages that its span touches, and rectangles on those pages alone', () => {
    for (const { documentId, charStart, charEnd, pageNumbers, rects } of citations) {
      const touched = documents
        .get(documentId)!
        .pages.filter((page) => page.charStart < charEnd && charStart < page.charEnd)
        .map(({ number }) => number);
      expect(pageNumbers).toEqual(touched);
      expect([...new Set(rects.map(({ page }) => page))]).toEqual(touched);
    }
  });

  it('names a chunk that holds its start', async () => {
    for (const { documentId, chunkId, charStart } of citations) {
      const chunk = (await kb.chunks(documentId)).find((one) => one.chunkId === chunkId);
      expect(chunk!.charStart).toBeLessThanOrEqual(charStart);
      expect(chunk!.charEnd).toBeGreaterThan(charStart);
    }
  });

  it.skipIf(!hasPoppler)(
    'has rectangles that hold its words and little else (skips without poppler-utils)',
    () => {
      const pages = new Map<string, Box[][]>();
      const tally = { quoted: 0, held: 0, inside: 0, foreign: 0 };
      for (const citation of citations.filter(({ sourcePath }) => sourcePath.endsWith('.pdf'))) {
        const path = citation.sourcePath;
        if (!pages.has(path)) pages.set(path, popplerPages(path));
        const inside = citation.rects.flatMap((rect) =>
          pages.get(path)![rect.page - 1]!.filter(within(rect)),
        );
        const quote = lettersOf(citation.quote);
        const held = lettersOf(inside.map(({ text }) => text).join(''));
        tally.quoted += quote.length;
        tally.held += commonLength(quote, held);
        tally.inside += held.length;
        tally.foreign += held.length - commonLength(held, quote);
      }
      expect(tally.quoted).toBeGreaterThan(1000);
      expect(tally.held / tally.quoted).toBeGreaterThanOrEqual(0.99);
      expect(tally.foreign / tally.inside).toBeLessThanOrEqual(0.01);
    },
  );
});

describe('an answer', () => {
  it('cites an expected document, on an expected page, for four fifths of the answerable questions', () => {
    const answerable = answers.filter(({ question }) => question.answerable);
    const right = answerable.filter(({ question, answer }) =>
      answer.citations.some((citation) =>
        question.documents!.some(
          ({ name, page }) =>
            citation.sourcePath.endsWith(name) && (page === undefined || citation.pageNumbers.includes(page)),
        ),
      ),
    );
    expect(right.length / answerable.length).toBeGreaterThanOrEqual(0.8);
  });

  it('is mostly right where it is given, and withheld where no word of the question is known', async () => {
    const given = answers.filter(({ answer }) => answer.answered);
    const right = given.filter(({ question, answer }) =>
      question.documents?.some(({ name }) => answer.citations[0]!.sourcePath.endsWith(name)),
    );
    expect(given.length).toBeGreaterThanOrEqual(5);
    expect(right.length / given.length).toBeGreaterThanOrEqual(0.7);
    const foreign = await kb.ask('Which goalkeeper won the handball championship in Zagreb?');
    expect(foreign).toMatchObject({ answered: false, claims: [] });
    expect(foreign.answer).toMatch(/may not answer/);
  });

  it('marks each claim with the citations that support it', () => {
    for (const { answer } of answers.filter((one) => one.answer.answered)) {
      const ids = new Set(answer.citations.map(({ sourceId }) => sourceId));
      expect(answer.claims.length).toBeGreaterThan(0);
      for (const claim of answer.claims) {
        expect(claim.supported).toBe('unchecked');
        expect(claim.citations.every((id) => ids.has(id))).toBe(true);
        for (const id of claim.citations) expect(answer.answer).toContain(`[${id}]`);
      }
    }
  });
});

const within =
  (rect: { x0: number; y0: number; x1: number; y1: number }) =>
  ({ x0, y0, x1, y1 }: Box) => {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return x >= rect.x0 && x <= rect.x1 && y >= rect.y0 && y <= rect.y1;
  };

/** Letters and digits only, so that mended hyphens and white space do not count. */
const lettersOf = (text: string) => text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many characters of `text` stand in `other`, each of its occurrences used once. */
function commonLength(text: string, other: string): number {
  const counts = new Map<string, number>();
  for (const letter of other) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  let common = 0;
  for (const letter of text) {
    const left = counts.get(letter) ?? 0;
    if (left > 0) common += 1;
    counts.set(letter, left - 1);
  }
  return common;
}
