import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns-during.ts';
import { fileOfPackage } from '../../util/files/package-folder.ts';
import { openBuiltInEmbedder, readBuiltInTable } from './built-in.ts';
import { parseTable } from './table-file.ts';

const embedder = openBuiltInEmbedder();
const embed = (...texts: string[]) => embedder.embed(texts, { role: 'passage' });
const dot = (a?: Float32Array, b?: Float32Array) =>
  a!.reduce((sum, value, index) => sum + value * b![index]!, 0);

describe('the built-in embedder', () => {
  it('ships one vector a token of its vocabulary, in at most 10 MB', async () => {
    const table = readBuiltInTable();
    const { scales, bytes } = parseTable(table);
    const vocabulary = readFileSync(fileOfPackage('assets/static-table/vocabulary.txt'), 'utf8')
      .trimEnd()
      .split('\n');
    const lengthOf = (token: string) => {
      const id = vocabulary.indexOf(token);
      return scales[id]! * Math.hypot(...bytes.subarray(id * 256, (id + 1) * 256));
    };
    expect(scales).toHaveLength(vocabulary.length);
    expect(table.length).toBeLessThanOrEqual(10_000_000);
    expect(lengthOf('the')).toBeLessThan(lengthOf('shareholder') / 2);
    expect(lengthOf('[UNK]')).toBe(0);
  });

  it('gives the same bits for a text on every machine and Node version', async () => {
    const [vector] = await embed('The dividend was raised to 1.20 euros; the board of Müller & Søn agreed.');
    expect(vector).toHaveLength(embedder.dimensions);
    // The same hash comes out of an implementation of the formula in another language.
    const hash = createHash('sha256').update(Buffer.from(vector!.buffer)).digest('hex');
    expect(hash).toBe('a08278205bb3c93198c0da76fb3772547a039b53f6371be56d97456b92fbba08');
  });

  it('puts texts that share rare words closer than texts that share common words', async () => {
    const [query, same, other] = await embed(
      'How often are the turbine blades inspected?',
      'Inspection of turbine blades takes place every 2,000 hours.',
      'How often are the meetings of the board held?',
    );
    expect(dot(query, same)).toBeGreaterThan(dot(query, other) + 0.1);
  });

  it('puts texts that mean the same closer, also where they share no word', async () => {
    const [query, same, other] = await embed(
      'How do doctors treat high blood pressure?',
      'Hypertension therapy: physicians prescribe diuretics and beta blockers.',
      'The parliament adopted the annual budget of the railway company.',
    );
    expect(dot(query, same)).toBeGreaterThan(dot(query, other) + 0.2);
  });

  it('gives queries and passages the same vector', async () => {
    const [asQuery] = await embedder.embed(['turbine'], { role: 'query' });
    expect(asQuery).toEqual((await embed('turbine'))[0]);
  });

  it('gives the zero vector for a text without a known token', async () => {
    for (const vector of await embed('', '  \n', '\u{1F600}\u{1F680}', '\ud800')) {
      expect(vector.every((value) => value === 0)).toBe(true);
    }
  });

  it('reads around lone surrogates', async () => {
    const [clean, broken] = await embed('dividend policy', 'divi\udc00dend \ud83dpolicy');
    expect(broken).toEqual(clean);
  });

  it('reads all of a text of 100,000 words', async () => {
    const filler = 'the cat sat on the mat '.repeat(16_667);
    const [without, withEnd] = await embed(filler, `${filler} ${'turbine '.repeat(5_000)}`);
    expect(dot(without, without)).toBeCloseTo(1, 5);
    expect(dot(without, withEnd)).toBeLessThan(0.99);
  });

  it('lets the event loop turn while it works through many texts', async () => {
    const texts = Array.from({ length: 400 }, () => 'the quick brown fox '.repeat(100));
    const turns = await turnsDuring(() => embed(...texts));
    expect(turns).toBeGreaterThan(5);
  });

  it('stops with the reason of the signal', async () => {
    const controller = new AbortController();
    const running = embedder.embed(
      Array.from({ length: 1000 }, () => 'the quick brown fox '.repeat(100)),
      { role: 'passage', signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});
