import type { Candidate } from './candidate.ts';
import { cellsOf, labelOf } from './table-row.ts';

/** Fewer may be the same by chance. */
const fewestFigures = 2;
/** Of a row's name, asked for: less is another line with the same figures. */
const leastLabelShare = 0.5;

/**
 * What is asked for often stands in several tables of a report: of rows of one document with the same figures the one in the
 * statement that has to show the line stands for all, with the best of their scores.
 */
export function oncePerStatement(candidates: readonly Candidate[]): Candidate[] {
  const shown = candidates.filter(({ evidence }) => evidence.isInStatement);
  if (shown.length === 0) return [...candidates];
  const repeated = new Map(
    candidates.flatMap((candidate) => {
      const original = shown.find((other) => repeats(candidate, other));
      return original === undefined ? [] : [[candidate, original] as const];
    }),
  );
  return candidates
    .filter((candidate) => !repeated.has(candidate))
    .map((candidate) => {
      const scores = [...repeated]
        .filter(([, original]) => original === candidate)
        .map(([{ score }]) => score);
      return { ...candidate, score: Math.max(candidate.score, ...scores) };
    });
}

function repeats({ evidence }: Candidate, { evidence: shown }: Candidate): boolean {
  if (evidence.isInStatement || evidence.unit.kind !== 'tableRow') return false;
  if (evidence.document !== shown.document || evidence.labelShare < leastLabelShare) return false;
  if (evidence.named && !shown.named) return false;
  const [one, other] = [figuresOf(evidence.unit.text), figuresOf(shown.unit.text)];
  return (
    Math.min(one.length, other.length) >= fewestFigures &&
    (one.every((figure) => other.includes(figure)) || other.every((figure) => one.includes(figure)))
  );
}

/** The numbers of a row, without those of its name. */
function figuresOf(row: string): string[] {
  const label = labelOf(row);
  return cellsOf(row)
    .filter((cell) => cell !== label)
    .flatMap((cell) => cell.match(/\p{Nd}[\p{Nd}.,]*/gu) ?? []);
}
