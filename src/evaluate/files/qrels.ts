/** Relevance judgments: TREC's `query 0 document grade`, or BEIR's tab-separated `query document grade` with a header. */
import { lineError, type Place } from './line-error.ts';
import type { Judgments } from '../metrics/metrics.ts';
import { queryWord, word } from './run.ts';

/** Judgments by query id. */
export type Qrels = ReadonlyMap<string, Judgments>;

export interface Judgment {
  readonly queryId: string;
  readonly id: string;
  readonly grade: number;
  readonly place: Place;
}

/**
 * Reads judgments line by line; lines that start with `#` are comments, a first line whose grade is no number a header.
 * @throws ConfigError naming file and line: a wrong number of fields, a grade that is no whole number, a pair judged twice.
 */
export function parseJudgments(text: string, file: string): Judgment[] {
  const judgments: Judgment[] = [];
  const seen = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const place = { file, line: index + 1 };
    const fields = splitFields(line);
    const grade = Number(fields.at(-1));
    if (index === 0 && Number.isNaN(grade)) continue;
    if (fields.length !== 3 && fields.length !== 4) {
      throw lineError(
        place,
        `expected "query document grade" or "query 0 document grade", found ${fields.length} fields`,
      );
    }
    if (!Number.isInteger(grade))
      throw lineError(place, `the grade "${fields.at(-1)}" is not a whole number`);
    const [queryId, id] = [fields[0]!, fields.at(-2)!];
    const key = JSON.stringify([queryId, id]);
    if (seen.has(key)) throw lineError(place, `query "${queryId}" has document "${id}" twice`);
    seen.add(key);
    judgments.push({ queryId, id, grade, place });
  }
  return judgments;
}

/** Tabs separate where there are any, so that ids may hold spaces; else white space does. */
function splitFields(line: string): string[] {
  return line.includes('\t') ? line.split('\t').map((field) => field.trim()) : line.trim().split(/\s+/);
}

/** Judgments gathered by query, in the order of their first line. */
export function groupJudgments(judgments: readonly Judgment[]): Qrels {
  const qrels = new Map<string, Map<string, number>>();
  for (const { queryId, id, grade } of judgments) {
    const ofQuery = qrels.get(queryId) ?? new Map<string, number>();
    qrels.set(queryId, ofQuery.set(id, grade));
  }
  return qrels;
}

/** @throws ConfigError as `parseJudgments` does. */
export function parseQrels(text: string, file: string): Qrels {
  return groupJudgments(parseJudgments(text, file));
}

/** TREC's four columns, white space in ids as `_`, as `formatRun` writes them. */
export function formatQrels(qrels: Qrels): string {
  return [...qrels]
    .flatMap(([query, judgments]) =>
      [...judgments].map(([id, grade]) => `${queryWord(query)} 0 ${word(id)} ${grade}\n`),
    )
    .join('');
}
