import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../../test/arbitraries/document.ts';
import { loadDocument } from '../../load/load.ts';
import { readSource } from '../../load/source/read-source.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { levels, type LoadedDocument } from '../../types.ts';
import type { ChunkDraft } from '../chunker.ts';
import { hierarchicalChunker } from './hierarchical.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const shared = join(import.meta.dirname, '../../../../shared/data');
const limits = { maxBytes: 2 ** 28, maxPages: 1000, maxChars: 2 ** 26 };

const heading = (level: number, text: string): Piece => ({
  kind: 'heading',
  text: `${'#'.repeat(level)} ${text}`,
  level,
});
const text = (sentences: number): Piece => ({
  kind: 'text',
  text: 'The otters of the harbour swim. '.repeat(sentences),
});
const chunk = (document: LoadedDocument, chunkSize: number) =>
  hierarchicalChunker.chunk(document, { chunkSize, overlap: 0, tokenizer });
const pathsAt = (drafts: readonly ChunkDraft[], level: number) =>
  drafts.filter((draft) => draft.level === level).map(({ headingPath }) => headingPath.join(' > '));

describe('levels of a hierarchy', () => {
  it('are those of the outline, however short, where clauses stand under one title', async () => {
    const document = documentFrom([
      heading(1, 'Agreement'),
      ...[3, 20, 2, 4].flatMap((sentences, index) => [heading(2, `Clause ${index}`), text(sentences)]),
    ]);
    const drafts = await chunk(document, 64);
    const clauses = [0, 1, 2, 3].map((index) => `Agreement > Clause ${index}`);
    expect(pathsAt(drafts, levels.section)).toEqual(clauses);
    expect(pathsAt(drafts, levels.chapter)).toEqual([]);
    expect(new Set(pathsAt(drafts, levels.passage))).toEqual(new Set(clauses));
  });

  it('are chapters and sections of a report under one title', async () => {
    const document = documentFrom([
      heading(1, 'Report'),
      ...[0, 1].flatMap((chapter) => [
        heading(2, `Chapter ${chapter}`),
        ...[0, 1].flatMap((section) => [heading(3, `Section ${chapter}.${section}`), text(15)]),
      ]),
    ]);
    const drafts = await chunk(document, 64);
    const chapters = [0, 1].map((chapter) => `Report > Chapter ${chapter}`);
    expect(pathsAt(drafts, levels.chapter)).toEqual(chapters);
    expect(pathsAt(drafts, levels.section)).toEqual(
      chapters.flatMap((chapter, at) => [0, 1].map((section) => `${chapter} > Section ${at}.${section}`)),
    );
  });

  it.skipIf(!existsSync(shared))('are the clauses of a contract', async () => {
    const name = 'CopAcc_NDA-and-ToP-Mentors_2.0_2017.txt';
    const document = await load(join(shared, 'legal/corpus', name));
    const drafts = await chunk(document, 256);
    const [title, ...clauses] = document.sections.map((section) => section.heading);
    expect(clauses).toHaveLength(14);
    expect(pathsAt(drafts, levels.section)).toEqual([title, ...clauses.map((one) => `${title} > ${one}`)]);
  });

  it.skipIf(!existsSync(shared))('are no longer than their bounds in a filing', async () => {
    const document = await load(join(shared, 'finance/pdfs/BESTBUY_2024Q2_10Q.pdf'));
    const drafts = await chunk(document, 512);
    const longest = (level: number) =>
      drafts
        .filter((draft) => draft.level === level)
        .map(({ charStart, charEnd }) => tokenizer.count(document.text.slice(charStart, charEnd)))
        .reduce((most, count) => Math.max(most, count));
    expect(longest(levels.section)).toBeLessThanOrEqual(4 * 512);
    expect(longest(levels.chapter)).toBeLessThanOrEqual(16 * 512);
    const parts = pathsAt(drafts, levels.section).map((path) => path.split(' > ')[1] ?? '');
    const order = parts.filter((part, index) => part.startsWith('PART') && part !== parts[index - 1]);
    expect(order).toEqual(['PART I — FINANCIAL INFORMATION', 'PART II — OTHER INFORMATION']);
  });
});

async function load(source: string): Promise<LoadedDocument> {
  const input = { source, documentId: 'doc', sourceType: 'file' as const };
  return await loadDocument({ ...(await readSource(input, { limits })), limits });
}
