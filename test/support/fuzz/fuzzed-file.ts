import { problemsOfDocument } from '../../../src/load/document-problems.testing.ts';
import { PinciteError } from '../../../src/index.ts';
import type { LoadedDocument } from '../../../src/types.ts';
import { seededRandom } from '../seeded-random.ts';
import { damage } from './damage.ts';
import type { Original } from './originals.ts';

/** The damaged file of a number: the same for the same originals, seed and number. */
export function fuzzedFile(originals: readonly Original[], seed: number, number: number): Original {
  const random = seededRandom(seed * 1_000_003 + number);
  const pick = () => originals[Math.floor(random() * originals.length)]!;
  const [original, other] = [pick(), pick()];
  const bytes = damage(original.bytes, { random, other: other.bytes });
  return { name: random() < 0.1 ? other.name : original.name, bytes };
}

/** What came of a file: the code of a typed error, `read`, or what must not be. */
export interface FuzzOutcome {
  readonly kind: string;
  readonly problem?: string;
}

/** Mistakes of a program: no file should lead to one that nobody has foreseen, so that its own words reach the user. */
const mistakes = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

/** Reads a file: it must come out whole, or end in an error of ours. */
export async function outcomeOf(load: () => Promise<LoadedDocument>): Promise<FuzzOutcome> {
  try {
    const problems = problemsOfDocument(await load());
    return { kind: 'read', ...(problems.length > 0 ? { problem: problems.slice(0, 3).join('; ') } : {}) };
  } catch (error) {
    if (!(error instanceof PinciteError)) return { kind: 'untyped', problem: String(error) };
    const { cause, code, message } = error;
    const isUnforeseen =
      cause instanceof Error && mistakes.has(cause.name) && message.includes(cause.message);
    return { kind: code, ...(isUnforeseen ? { problem: `${cause.name}: ${message}` } : {}) };
  }
}
