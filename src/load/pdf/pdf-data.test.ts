import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PinciteError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { problemsOf } from './invariants.testing.ts';
import { pdfLoader } from './pdf-loader.ts';

const folder = join(process.cwd(), '../shared/data/pdfs');
const available = existsSync(join(folder, 'manifest.json'));

interface Entry {
  readonly file: string;
  readonly purpose: string;
  readonly password?: string;
}

const entries: readonly Entry[] = available
  ? (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Entry[])
  : [];

async function load({ file, password }: Entry): Promise<LoadedDocument | PinciteError> {
  const bytes = new Uint8Array(readFileSync(join(folder, file)));
  const limits = { maxBytes: 1e9, maxPages: 5000, maxChars: 50_000_000 };
  try {
    return await pdfLoader.load({ bytes, name: file, limits, ...(password ? { password } : {}) });
  } catch (error) {
    if (error instanceof PinciteError) return error;
    throw error;
  }
}

function of(purpose: string): Entry[] {
  return entries.filter((entry) => entry.purpose === purpose);
}

describe.skipIf(!available)('pdfLoader on real files (skipped where ../shared/data/pdfs is missing)', () => {
  it('ends every file in a document that keeps its promises or in a typed error', async () => {
    const wrong: string[] = [];
    for (const entry of entries) {
      const result = await load(entry);
      if (result instanceof PinciteError) continue;
      for (const problem of problemsOf(result)) wrong.push(`${entry.file}: ${problem}`);
    }
    expect(wrong).toEqual([]);
    expect(entries.length).toBeGreaterThan(100);
  });

  it.each(of('encrypted-needs-password'))('asks for the password of $file', async ({ file, purpose }) => {
    const error = await load({ file, purpose });
    expect(error).toMatchObject({ code: 'PDF_ENCRYPTED', hint: expect.stringContaining('password') });
  });

  it.each(of('encrypted-needs-password'))('opens $file with its password', async (entry) => {
    expect(await load(entry)).not.toMatchObject({ code: expect.stringMatching(/PDF_(ENCRYPTED|CORRUPTED)/) });
  });

  it.each(of('encrypted-empty-user-password'))('opens $file without a password', async (entry) => {
    expect(await load(entry)).not.toMatchObject({ code: expect.stringMatching(/PDF_(ENCRYPTED|CORRUPTED)/) });
  });

  it.each([
    ['broken-tounicode/pdfminersix__issue-791-non-unicode-cmap.pdf', /^The text is garbled on page 1:/],
    ['two-column/docling__redp5110_sampled.pdf', /^The text is garbled on page 3:/],
    ['many-pages/pdfjs__TAMReview.pdf', /^The text is garbled on pages 2\D.*22:/],
  ])('names the garbled pages of %s', async (file, warning) => {
    expect(await load({ file, purpose: '' })).toMatchObject({
      warnings: expect.arrayContaining([expect.stringMatching(warning)]),
    });
  });

  it.each([
    'broken-tounicode/pdfjs__french_diacritics.pdf',
    'broken-tounicode/pdfminersix__issue-625-identity-cmap.pdf',
  ])('believes %s, whose font is silent about letters that are right', async (file) => {
    expect(await load({ file, purpose: '' })).toMatchObject({ warnings: [] });
  });

  it.each(of('scanned-no-text-layer'))('finds next to no text in $file', async (entry) => {
    const result = await load(entry);
    if (!(result instanceof PinciteError)) return expect(result.text.length).toBeLessThan(60);
    expect(result.code).toBe('PDF_EMPTY');
    expect(result.context.pages).toContain(1);
  });
});
