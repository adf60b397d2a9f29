import { problemsOfDocument } from '../../../src/load/document-problems.testing.ts';
import { PinciteError } from '../../../src/index.ts';
import type { KnowledgeBase } from '../../../src/knowledge-base/knowledge-base.ts';
import type { LoadedDocument } from '../../../src/types.ts';
import { wellFormed } from '../../../src/util/strings/well-formed.ts';
import { seededRandom } from '../seeded-random.ts';
import { damage } from './damage.ts';
import type { Original } from './originals.ts';

/** The damaged file of a number: the same for the same originals, seed and number. */
export function fuzzedFile(originals: readonly Original[], seed: number, number: number): Original {
  const random = seededRandom(seed * 1_000_003 + number);
  const pick = () => originals[Math.floor(random() * originals.length)]!;
  const [original, other] = [pick(), pick()];
  const bytes = damage(original.bytes, { random, other: other.bytes });
  const name = random() < 0.1 ? other.name : original.name;
  return { name: random() < 0.05 ? `${pickOdd(random)}${name}` : name, bytes };
}

/** Names of attachments and of parts of archives come from strangers. */
const oddNames = ['\ud800', 'a\udc00b', '\u0000', '\u202e', '\u001b[31m', '__proto__', '\ufeff'];
const pickOdd = (random: () => number) => oddNames[Math.floor(random() * oddNames.length)]!;

/** What came of a file: the code of a typed error, `read`, or what must not be. */
export interface FuzzOutcome {
  readonly kind: string;
  readonly problem?: string;
}

/** Mistakes of a program: no file should lead to one that nobody has foreseen, so that its own words reach the user. */
const mistakes = new Set(['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError']);

const documentId = 'fuzzed';

/** Adds a file to a knowledge base, in place of the one before: what is stored of it must be well-formed too. */
export async function addedOutcome(kb: KnowledgeBase, { name, bytes }: Original): Promise<FuzzOutcome> {
  const input = { source: Uint8Array.from(bytes), sourceType: 'binary', uri: name, documentId } as const;
  const outcome = await typed(async () => {
    const { errors } = await kb.addDocuments([input], { returnChunks: false });
    if (errors[0]) throw errors[0].error;
  });
  if (outcome.kind !== 'read') return { ...outcome, kind: `not added, ${outcome.kind}` };
  const stored = [await kb.document(documentId), await kb.chunks(documentId)];
  const isWhole = stored.every((part) => wellFormed(part) === part);
  return { kind: 'added', ...(isWhole ? {} : { problem: 'a lone surrogate' }) };
}

/** Reads a file: it must come out whole, or end in an error of ours. */
export async function outcomeOf(load: () => Promise<LoadedDocument>): Promise<FuzzOutcome> {
  let problems: string[] = [];
  const outcome = await typed(async () => {
    problems = problemsOfDocument(await load());
  });
  return problems.length > 0 ? { ...outcome, problem: problems.slice(0, 3).join('; ') } : outcome;
}

async function typed(action: () => Promise<void>): Promise<FuzzOutcome> {
  try {
    await action();
    return { kind: 'read' };
  } catch (error) {
    if (!(error instanceof PinciteError)) return { kind: 'untyped', problem: String(error) };
    const { cause, code, message } = error;
    const isUnforeseen =
      cause instanceof Error && mistakes.has(cause.name) && message.includes(cause.message);
    return { kind: code, ...(isUnforeseen ? { problem: `${cause.name}: ${message}` } : {}) };
  }
}
