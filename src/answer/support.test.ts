import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBuiltInEmbedder } from '../embed/built-in.ts';
import type { Embedder } from '../embed/embedder.ts';
import { EmbeddingError } from '../errors.ts';
import { supportOf } from './support.ts';

const rent = 'The tenant pays rent of 900 euros on the first day of each month.';

describe('supportOf', () => {
  it.each([
    ['The tenant pays a rent of 900 euros.', [rent]],
    ['The rent is due on the first day of each month.', [rent]],
    ['Revenue was $6,098 million.', ['Revenue rose to 6.098 billion dollars.']],
    ['Operating income was $6,098 million.', ['| (in $ millions) | 2022 |', '| Operating income | 6,098 |']],
    ['The battery lasts two years.', ['The battery lasts 2 years in normal use.']],
    ['The sensor does not need calibration.', ['The sensor needs no calibration.']],
    [
      'The warranty of the Heron covers 24 months and the battery.',
      ['The warranty of the Heron is 24 months.', 'The battery is covered by the warranty.'],
    ],
  ])('finds “%s” supported', async (claim, evidence) => {
    expect(await supportOf(claim, evidence)).toMatchObject({ supported: true, contradicted: false });
  });

  it.each([
    ['The tenant pays rent of 950 euros on the first day of each month.', rent],
    ['The tenant pays rent of 900 dollars on the first day of each month.', rent],
    ['The tenant does not pay rent of 900 euros on the first day of each month.', rent],
    ['The tenant pays for water.', 'The tenant does not pay for water.'],
    ['Revenue increased by 5 %.', 'Revenue decreased by 5 %.'],
    ['The term is 30 days.', 'The term is 30 months, extended by 10 days.'],
    ['Revenue was 5 million dollars.', 'Revenue was 5 billion dollars.'],
  ])('never finds “%s” supported by “%s”', async (claim, evidence) => {
    expect((await supportOf(claim, [evidence])).supported).toBe(false);
  });

  it.each([
    ['The rent is 950 euros each month.', 'The rent is 900 euros each month.'],
    ['The tenant pays for water.', 'The tenant does not pay for water.'],
    ['Revenue increased in 2024.', 'Revenue decreased in 2024.'],
  ])('finds “%s” contradicted by “%s”', async (claim, evidence) => {
    expect(await supportOf(claim, [evidence])).toMatchObject({ supported: false, contradicted: true });
  });

  it('finds no support in evidence about something else, and no contradiction either', async () => {
    const support = await supportOf('The rent is 950 euros.', ['Dogs of 20 kg are not allowed in the lift.']);
    expect(support).toMatchObject({ supported: false, contradicted: false });
  });

  it('finds nothing where there is no claim or no evidence', async () => {
    const nothing = { supported: false, confidence: 0, contradicted: false };
    expect(await supportOf('The rent is 900 euros.', [])).toEqual(nothing);
    expect(await supportOf('The rent is 900 euros.', [' '])).toEqual(nothing);
    expect(await supportOf(' ', [rent])).toEqual(nothing);
  });

  it('counts the meaning where there is an embedder, and words alone where it fails', async () => {
    const embedder = await openBuiltInEmbedder();
    const failing: Embedder = {
      ...embedder,
      embed: () => Promise.reject(new EmbeddingError('down', { hint: 'wait' })),
    };
    const claim = 'The renter pays 900 euros monthly.';
    const words = await supportOf(claim, [rent]);
    expect(await supportOf(claim, [rent], { embedder: failing })).toEqual(words);
    expect((await supportOf(claim, [rent], { embedder })).confidence).not.toBe(words.confidence);
  });

  it('stops when its signal is aborted', async () => {
    await expect(supportOf('A.', ['A.'], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
      'stop',
    );
  });

  it('never supports a claim with a number that the evidence does not have', async () => {
    const number = fc.integer({ min: 2, max: 99_999 });
    await fc.assert(
      fc.asyncProperty(number, number, fc.constantFrom(' euros', ' kg', '%', ''), async (a, b, unit) => {
        const { supported } = await supportOf(`The limit is ${a}${unit}.`, [`The limit is ${b}${unit}.`]);
        expect(supported).toBe(a === b);
      }),
    );
  });

  it('gives a confidence of 0 to 1, and never support with contradiction, whatever the texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(rent, '5 % of', 'no', '$', '1,2.3'),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(text), async (claim, evidence) => {
        const { supported, confidence, contradicted } = await supportOf(claim, evidence);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(supported && contradicted).toBe(false);
      }),
    );
  });
});
