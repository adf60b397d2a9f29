/** Every regular expression of `src` on texts that make expressions backtrack; those that are slow are named. */
import { fileURLToPath } from 'node:url';
import { patternsBelow, slowTexts } from '../test/support/patterns.ts';

const patterns = patternsBelow(fileURLToPath(new URL('..', import.meta.url)), 'src');
const slow = patterns.flatMap((pattern) => {
  const texts = slowTexts(pattern);
  for (const text of texts.slice(0, 1)) console.log(text);
  return texts;
});
console.log(`${patterns.length} expressions, ${slow.length} slow texts`);
process.exitCode = slow.length === 0 ? 0 : 1;
