import { createContext, Script } from 'node:vm';
import { FilterError } from '../../errors.ts';

const timeLimitMs = 2_000;
const itemsPerRun = 500;

/**
 * The items whose text matches every expression (sources, `u` flag). Each run over 500 texts is given two seconds:
 * an expression that backtracks without end is stopped, which only code run through `node:vm` can be.
 *
 * @throws FilterError when the time is up.
 */
export function matchingTexts<Item>(
  items: readonly Item[],
  sources: readonly string[],
  textOf: (item: Item) => string,
): Item[] {
  const context = createContext({ sources, texts: [] as string[] });
  const script = new Script(
    'texts.map((text) => sources.every((source) => new RegExp(source, "u").test(text)))',
  );
  const matching: Item[] = [];
  for (let start = 0; start < items.length; start += itemsPerRun) {
    const batch = items.slice(start, start + itemsPerRun);
    context.texts = batch.map(textOf);
    const verdicts = run(script, context);
    matching.push(...batch.filter((_, index) => verdicts[index]));
  }
  return matching;
}

function run(script: Script, context: object): readonly boolean[] {
  try {
    return script.runInContext(context, { timeout: timeLimitMs }) as boolean[];
  } catch (error) {
    throw new FilterError('A regular expression took too long to match.', {
      hint: 'Make it simpler: avoid repetitions of overlapping alternatives and several .* in a row.',
      context: { position: '$regex', timeLimitMs },
      cause: error,
    });
  }
}
