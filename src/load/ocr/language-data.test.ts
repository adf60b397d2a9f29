import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageCode, languageFile } from './language-data.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-ocr-data-'));
  await writeFile(join(folder, 'deu.traineddata'), '');
});
afterAll(() => rm(folder, { recursive: true }));

describe('languageFile', () => {
  it('finds the data of a package that is installed', () => {
    expect(languageFile('eng')).toMatch(/eng\.traineddata\.gz$/);
  });

  it('takes a file that is named, and nothing in its place', () => {
    const file = join(folder, 'deu.traineddata');
    expect(languageFile(file)).toBe(file);
    expect(languageCode(file)).toBe('deu');
    expect(() => languageFile(join(folder, 'eng.traineddata.gz'))).toThrow(
      expect.objectContaining({ code: 'CONFIG', hint: expect.stringContaining('ocrLanguages') as string }),
    );
  });

  it('names the package to install', () => {
    expect(() => languageFile('fin')).toThrow(
      expect.objectContaining({
        hint: expect.stringContaining('npm install @tesseract.js-data/fin') as string,
      }),
    );
  });
});
