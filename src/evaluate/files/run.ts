/**
 * Runs in the format of TREC: a line a hit, `query Q0 document rank score tag`.
 * @see https://github.com/usnistgov/trec_eval
 */
import { lineError } from './line-error.ts';

/** A line of a run in the format of TREC. */
export interface RunEntry {
  readonly id: string;
  /** Higher is better; finite. */
  readonly score: number;
}

/** Hits of one system by query id. */
export type Run = ReadonlyMap<string, readonly RunEntry[]>;

/**
 * The order in which trec_eval reads a run, whatever ranks it states: score descending, equal scores by id
 * descending in the byte order of UTF-8.
 */
export function orderAsTrecEval(entries: readonly RunEntry[]): RunEntry[] {
  return [...entries].sort(
    (a, b) => b.score - a.score || Buffer.compare(Buffer.from(b.id), Buffer.from(a.id)),
  );
}

/**
 * Entries whose scores say the order of the list, so that a written run ranks as the system did: the scores
 * themselves where they never rise, else 1 / rank (a list that was diversified no longer follows its scores).
 */
export function scoreByRank(entries: readonly RunEntry[]): RunEntry[] {
  const falls = entries.every(({ score }, index) => index === 0 || score <= entries[index - 1]!.score);
  return falls ? [...entries] : entries.map(({ id }, index) => ({ id, score: 1 / (index + 1) }));
}

/**
 * Reads a run file. Stated ranks and lines that start with `#` are ignored, as trec_eval does; entries come in its order.
 * @throws ConfigError naming file and line: a wrong number of fields, a score that is no number, a repeated document.
 */
export function parseRun(text: string, file: string): Run {
  const run = new Map<string, RunEntry[]>();
  const seen = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const fields = line.trim().split(/\s+/);
    const [query, , id, , score] = fields;
    const place = { file, line: index + 1 };
    if (fields.length !== 6) {
      throw lineError(place, `expected 6 fields (query Q0 document rank score tag), found ${fields.length}`);
    }
    if (!Number.isFinite(Number(score))) throw lineError(place, `the score "${score}" is not a number`);
    const key = JSON.stringify([query, id]);
    if (seen.has(key)) throw lineError(place, `query "${query}" has document "${id}" twice`);
    seen.add(key);
    const entries = run.get(query!) ?? [];
    entries.push({ id: id!, score: Number(score) });
    run.set(query!, entries);
  }
  return new Map([...run].map(([query, entries]) => [query, orderAsTrecEval(entries)]));
}

/**
 * Writes a run, ranks from 1, in trec_eval's order. White space in ids becomes `_`, since the format separates by it, and so does
 * `#` at the start of a query's.
 * @param tag names the system; white space in it becomes `_`.
 */
export function formatRun(run: Run, tag: string): string {
  const lines: string[] = [];
  for (const [query, entries] of run) {
    for (const [index, { id, score }] of orderAsTrecEval(entries).entries()) {
      lines.push([queryWord(query), 'Q0', word(id), index + 1, score, word(tag)].join(' '));
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** A field that white space cannot break. */
export const word = (text: string) => text.replaceAll(/\s/g, '_');

/** The first field of a line, which must not start a comment. */
export const queryWord = (queryId: string) => word(queryId).replace(/^#/, '_');
