import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAsset } from './assets.ts';
import { openBuiltInEmbedder } from './built-in.ts';

const embedder = await openBuiltInEmbedder();
const embed = (...texts: string[]) => embedder.embed(texts, { role: 'passage' });
const dot = (a?: Float32Array, b?: Float32Array) =>
  a!.reduce((sum, value, index) => sum + value * b![index]!, 0);

describe('the built-in embedder', () => {
  it('ships one weight a token of its vocabulary', async () => {
    const vocabulary = (await readAsset('static-table/vocabulary.txt'))
      .toString('utf8')
      .trimEnd()
      .split('\n');
    const weights = await readAsset('static-table/weights.bin');
    expect(weights.length).toBe(vocabulary.length);
    expect(weights[vocabulary.indexOf('the')]).toBeLessThan(weights[vocabulary.indexOf('shareholder')]! / 10);
    expect(weights[vocabulary.indexOf('[UNK]')]).toBe(0);
  });

  it('gives the same bits for a text on every machine and Node version', async () => {
    const [vector] = await embed('The dividend was raised to 1.20 euros; the board of Müller & Søn agreed.');
    expect(vector).toHaveLength(embedder.dimensions);
    // The same hash comes out of an implementation of the formula in another language.
    const hash = createHash('sha256').update(Buffer.from(vector!.buffer)).digest('hex');
    expect(hash).toBe('00d0cb32cdb41637448f32c5d0c1575f8e52c674e8c07393a78eaa10320b5d50');
  });

  it('puts texts that share rare words closer than texts that share common words', async () => {
    const [query, same, other] = await embed(
      'How often are the turbine blades inspected?',
      'Inspection of turbine blades takes place every 2,000 hours.',
      'How often are the meetings of the board held?',
    );
    expect(dot(query, same)).toBeGreaterThan(dot(query, other) + 0.1);
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
    let turns = 0;
    let working = true;
    const countTurn = () => {
      turns += 1;
      if (working) setImmediate(countTurn);
    };
    setImmediate(countTurn);
    await embed(...Array.from({ length: 400 }, () => 'the quick brown fox '.repeat(100)));
    working = false;
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
