import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { does, openHostileReaders } from '../../../test/support/hostile-readers.ts';
import { writePdf } from '../../../test/support/pdf.ts';
import { parseConfig } from '../../config/config.ts';
import { PdfEmptyError, PdfEncryptedError, PinciteError } from '../../errors.ts';
import { loadDocument } from '../../load/load.ts';
import type { LoadedDocument } from '../../types.ts';
import { addDocuments } from '../add/add.ts';
import { checkStore } from '../operate/maintain.ts';
import { closeParts, openParts, type OpenPartsOptions, type Parts } from '../parts/parts.ts';
import { loadOne } from './readers.ts';
import { sharedReaders } from './shared-readers.ts';

const opened: Parts[] = [];
async function open(loading: object, options?: OpenPartsOptions): Promise<Parts> {
  const parts = await openParts(parseConfig({ store: 'sqlite::memory:', loading }), options);
  opened.push(parts);
  return parts;
}
afterEach(() => Promise.all(opened.splice(0).map((parts) => closeParts(parts))));

const html = (index: number) =>
  new TextEncoder().encode(`<!doctype html><h1>Otters</h1><p>Otter number ${index} swims in the river.`);
const input = (uri: string, source: Uint8Array<ArrayBuffer>) => ({
  sourceType: 'binary' as const,
  source,
  uri,
});

it('stores all documents of a batch but those whose reading breaks off, and nothing of these', async () => {
  const parts = await open({ timeoutMs: 4000, maxMemoryMb: 400 }, { readers: openHostileReaders() });
  const bad = (['loop', 'fill', 'abort', 'exit'] as const).map((deed) => input(deed, does(deed, html(0))));
  const good = [1, 2, 3, 4].map((index) => input(`${index}`, html(index)));
  const inputs = good.flatMap((one, index) => [one, bad[index]!]);
  const response = await addDocuments(parts, inputs, {});
  const failures = response.errors.map(({ source, error }) => [source, error.name]);
  expect(failures.sort()).toEqual([
    ['abort', 'LoadError'],
    ['exit', 'LoadError'],
    ['fill', 'LimitExceededError'],
    ['loop', 'LimitExceededError'],
  ]);
  const stored = await parts.store.documents('default', undefined, {});
  expect(stored.map(({ sourcePath }) => sourcePath).sort()).toEqual(['1', '2', '3', '4']);
  expect((await checkStore(parts, {})).problems).toEqual([]);
});

it('goes on for one knowledge base when another one is closed', async () => {
  const [one, other] = [await open({}), await open({})];
  await addDocuments(one, [input('1', html(1))], {});
  await closeParts(one);
  const { documentsInserted } = await addDocuments(other, [input('2', html(2))], {});
  expect(documentsInserted).toBe(1);
});

it('reads a document in another process as in this one, also with a password', async () => {
  const path = join(tmpdir(), `pincite-locked-${process.pid}.pdf`);
  await writePdf(path, ['The otters of the river swim at night.'], {
    userPassword: 'tide',
    pdfVersion: '1.7',
  });
  const bytes = new Uint8Array(await readFile(path));
  await rm(path);
  const source = { bytes, name: 'locked.pdf', limits: parseConfig({}).loading };
  await expect(loadOne(sharedReaders, source)).rejects.toBeInstanceOf(PdfEncryptedError);
  const unlocked = { ...source, password: 'tide' };
  expect(await loadOne(sharedReaders, unlocked)).toEqual(await loadDocument(unlocked));
});

it('says what is wrong with a PDF over which its parser leaves an error behind', async () => {
  const file = new URL('../../../test/fixtures/pdf/error-left-behind.pdf', import.meta.url);
  const bytes = new Uint8Array(await readFile(file));
  const source = { bytes, name: 'behind.pdf', limits: parseConfig({}).loading };
  await expect(loadOne(sharedReaders, source)).rejects.toBeInstanceOf(PdfEmptyError);
});

const bomb = new URL(
  '../../../../shared/data/pdfs/decompression-bomb/pdfjs__bomb_giant.pdf',
  import.meta.url,
);
it.skipIf(!existsSync(bomb))('survives a PDF that unpacks to far more than it is', async () => {
  const limits = { ...parseConfig({}).loading, timeoutMs: 15_000, maxMemoryMb: 300 };
  const source = { bytes: new Uint8Array(await readFile(bomb)), name: 'bomb.pdf', limits };
  const outcome = await loadOne(sharedReaders, source).catch((error: unknown) => error);
  expect(outcome instanceof PinciteError || (outcome as LoadedDocument).text.length > 0).toBe(true);
});
