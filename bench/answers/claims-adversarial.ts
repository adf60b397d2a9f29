/**
 * Claims made by templates beside one sentence of evidence, true ones in other words and false ones with one thing changed: what do words
 * alone say of them? `yes` would be an error, whatever the claim.
 *
 *   npm run bench -- answers/claims-adversarial [--seed 7] [--rounds 4] [--list]
 *
 *   --rounds   times that each template is used, each time with other subjects and numbers
 *   --list     prints the false claims that are not rejected, and the true ones that are
 */
import { parseArgs } from 'node:util';
import { supportOf } from '../../src/answer/verify/support.ts';
import { makeClaims } from '../../test/support/made-claims.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '7' },
    rounds: { type: 'string', default: '4' },
    list: { type: 'boolean' },
  },
});
const made = makeClaims({ seed: Number(values.seed), rounds: Number(values.rounds) });
const rows = new Map<
  string,
  { yes: number; falseOnes: number; rejected: number; trueOnes: number; wrongly: number }
>();
for (const { language, kind, claim, evidence, isTrue } of made) {
  const { supported, reason } = await supportOf(claim, [evidence], { language });
  for (const key of [`${language}, all`, `${language}, ${kind}`]) {
    const row = rows.get(key) ?? { yes: 0, falseOnes: 0, rejected: 0, trueOnes: 0, wrongly: 0 };
    if (supported === 'yes' && !isTrue) row.yes += 1;
    if (isTrue) row.trueOnes += 1;
    else row.falseOnes += 1;
    if (supported === 'no') row[isTrue ? 'wrongly' : 'rejected'] += 1;
    rows.set(key, row);
  }
  if (values.list && isTrue === (supported === 'no'))
    console.log(`${language} ${kind} ${isTrue}: ${claim} | ${evidence} | ${reason ?? ''}`);
}
console.log('language, kind          yes among false   no among false   no among true');
for (const [key, { yes, falseOnes, rejected, trueOnes, wrongly }] of [...rows].toSorted(([a], [b]) =>
  a.localeCompare(b),
)) {
  console.log(
    `${key.padEnd(24)}${String(yes).padStart(14)}${`${rejected} of ${falseOnes}`.padStart(17)}${`${wrongly} of ${trueOnes}`.padStart(16)}`,
  );
}
