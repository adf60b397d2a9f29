import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary, documentFrom } from '../../../../test/arbitraries/document.ts';
import { finishChunks } from '../../../chunk/finish/finish.ts';
import { chunkers } from '../../../chunk/methods.ts';
import type { ChunkPreview } from '../../../index.ts';
import { loadTokenizer } from '../../../text/tokens/tokens.ts';
import type { LoadedDocument } from '../../../types.ts';
import { renderChunkPage } from './page.ts';

const tokenizer = await loadTokenizer('cl100k_base');

async function previewOf(document: LoadedDocument, method: keyof typeof chunkers): Promise<ChunkPreview> {
  const drafts = await chunkers[method].chunk(document, { chunkSize: 32, overlap: 8, tokenizer });
  const finished = await finishChunks(document, drafts, {
    documentId: 'doc',
    chunkingMethod: method,
    tokenizer,
    embeddingModel: 'model',
    embeddedAt: '2024-01-01T00:00:00.000Z',
    metadata: {},
  });
  return {
    ...document,
    title: 'A <b>title</b> & more',
    chunks: finished.map(({ chunk }) => chunk),
    contexts: finished.map(({ context }) => context),
    failedChunks: [],
  };
}

/** What a reader of the page's text sees, labels aside. */
function textOf(page: string): string {
  return /<article>(.*)<\/article>/s
    .exec(page)![1]!
    .replaceAll(/<span class="label[ \w]*".*?<\/span>/g, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

describe('renderChunkPage', () => {
  it('holds the whole text, whatever is in it, and a label for every chunk that is no parent', async () => {
    await fc.assert(
      fc.asyncProperty(
        documentArbitrary.filter(({ text }) => text.trim() !== ''),
        fc.constantFrom<keyof typeof chunkers>('structure', 'token', 'hierarchical', 'sentenceWindow'),
        async (document, method) => {
          const preview = await previewOf(document, method);
          const page = renderChunkPage(preview);
          expect(textOf(page)).toBe(document.text);
          const parents = new Set(preview.chunks.map(({ parentChunkId }) => parentChunkId));
          const leaves = preview.chunks.filter(({ chunkId }) => !parents.has(chunkId));
          for (const { sequence } of leaves) expect(page).toContain(`id="chunk-${sequence}"`);
          expect(page.match(/class="label[ \w]*"/g)).toHaveLength(leaves.length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('says what a chunk is searched with beside title and headings', async () => {
    const rows = Array.from({ length: 20 }, (_, index) => `| Region ${index} | ${index} |`).join('\n');
    const document = documentFrom([{ kind: 'table', text: `| Place & time | Sales |\n|---|---|\n${rows}` }]);
    const page = renderChunkPage(await previewOf(document, 'structure'));
    expect(page).toContain('<span class="context">+ | Place &#38; time | Sales |</span>');
    expect(page).toMatch(/<mark class="c0 aligned">/);
  });

  it('leads from a parent to the first chunk in it', async () => {
    const text = { kind: 'text' as const, text: 'Some words and more of them. '.repeat(20) };
    const page = renderChunkPage(await previewOf(documentFrom([text, text]), 'hierarchical'));
    const [, target] = /<a class="parent" href="#chunk-(\d+)">#0000 · \d+ tokens · (?:section|chapter)/.exec(
      page,
    )!;
    expect(page).toContain(`id="chunk-${target}">#${target!.padStart(4, '0')} · 0–`);
  });

  it('escapes what the document says, and loads nothing', async () => {
    const document = documentFrom([
      { kind: 'heading', text: '# <script>alert(1)</script>' },
      { kind: 'text', text: 'Some words " and more \' of them. '.repeat(20) },
    ]);
    const page = renderChunkPage(await previewOf(document, 'structure'));
    expect(page).not.toMatch(/<script|<b>|https?:|src=|url\(/);
    expect(page).toContain("default-src 'none'");
  });
});
