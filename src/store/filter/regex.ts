import { createContext, Script } from 'node:vm';
import type { ChunkConstraint } from './filter.ts';
import { MatchingTime } from './matching-time.ts';
import { FilterError } from '../../errors.ts';
import { compilePattern, PatternRefused } from '../../util/strings/linear-pattern.ts';

const itemsPerRun = 500;
const script = new Script('run()');
let context: { run?: () => boolean[] } | undefined;

/**
 * The items whose text matches every expression of a constraint. What it takes, without the time of `textOf`, is taken off the
 * constraint's time, which all searches of a request share; two seconds where it has none. Each text takes time in proportion
 * to its length, and one that is so long that time runs out in it is stopped there, which only code run through `node:vm` can be.
 *
 * @throws FilterError when the time is up.
 */
export function matchingTexts<Item>(
  items: readonly Item[],
  { regex = [], matchingTime = new MatchingTime() }: Pick<ChunkConstraint, 'regex' | 'matchingTime'>,
  textOf: (item: Item) => string,
): Item[] {
  if (regex.length === 0) return [...items];
  const patterns = matchingTime.spend(() => regex.map((source) => compilePattern(source)));
  const matching: Item[] = [];
  for (let start = 0; start < items.length; start += itemsPerRun) {
    const batch = items.slice(start, start + itemsPerRun);
    const texts = batch.map(textOf);
    const run = () => texts.map((text) => patterns.every((pattern) => pattern.test(text)));
    const verdicts = runWithin(run, matchingTime);
    matching.push(...batch.filter((_, index) => verdicts[index]));
  }
  return matching;
}

function runWithin(run: () => boolean[], time: MatchingTime): boolean[] {
  return time.spend((timeout) => {
    context ??= createContext({});
    context.run = run;
    try {
      return script.runInContext(context, { timeout }) as boolean[];
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
        ? time.end(error)
        : error;
    } finally {
      delete context.run;
    }
  });
}

/**
 * Checks the source of a regular expression, in the syntax of RE2, and gives it back.
 *
 * @throws FilterError with `context.position`, and `context.at`, the index of the first character that is not
 * understood, where one is.
 */
export function parseRegex(source: string, position: string): string {
  try {
    compilePattern(source);
  } catch (cause) {
    if (!(cause instanceof PatternRefused)) throw cause;
    const { message, hint, at } = cause;
    throw new FilterError(`The regular expression at ${position} is refused: ${message}.`, {
      hint,
      context: { position, at },
      cause,
    });
  }
  return source;
}
