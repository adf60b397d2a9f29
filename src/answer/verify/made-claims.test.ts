import { describe, expect, it } from 'vitest';
import { makeClaims } from '../../../test/support/made-claims.ts';
import { supportOf } from './support.ts';

const made = makeClaims({ seed: 20, rounds: 2 });
const languages = [...new Set(made.map(({ language }) => language))];

describe.each(languages)('claims made from templates (%s)', (language) => {
  const own = made.filter((each) => each.language === language);
  const judge = (claims: typeof own) =>
    Promise.all(
      claims.map(async ({ claim, evidence }) => (await supportOf(claim, [evidence], { language })).supported),
    );

  it('are never affirmed by words alone, and rejected where one thing was changed', async () => {
    const verdicts = await judge(own.filter(({ isTrue }) => !isTrue));
    expect(verdicts).not.toContain('yes');
    expect(verdicts.filter((verdict) => verdict === 'no').length).toBeGreaterThanOrEqual(
      0.9 * verdicts.length,
    );
  });

  it('are not rejected where they say the same in another order', async () => {
    const verdicts = await judge(own.filter(({ isTrue }) => isTrue));
    expect(verdicts.filter((verdict) => verdict === 'no').length).toBeLessThanOrEqual(0.1 * verdicts.length);
  });
});
