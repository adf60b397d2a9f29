/**
 * The keyword index: one FTS5 table a collection, used as a list of postings only. It is given terms, not text:
 * our analyser has done the analysing, and the `ascii` tokenizer is made to leave its terms as they are.
 * Being contentless it keeps no text; what BM25 needs beside the postings is counted elsewhere, because the
 * totals that a contentless FTS5 table keeps for its own `bm25()` are not lowered by deletions.
 */
import { analyse } from '../../text/analyser.ts';
import { contextTerms } from '../../text/bm25.ts';
import type { SqlDatabase } from './driver.ts';

/** The terms of a chunk, ready to be indexed. */
export interface ChunkTerms {
  readonly context: string;
  readonly body: string;
  /** Of both together, with repetitions: the chunk's length in BM25. */
  readonly count: number;
}

export function createPostings(database: SqlDatabase, collectionId: number): void {
  const table = tableOf(collectionId);
  database.exec(
    `CREATE VIRTUAL TABLE ${table} USING fts5(context, body, tokenize = 'ascii', content = '', contentless_delete = 1)`,
  );
  database.exec(`CREATE VIRTUAL TABLE ${table}_terms USING fts5vocab('${table}', 'instance')`);
}

export function dropPostings(database: SqlDatabase, collectionId: number): void {
  database.exec(`DROP TABLE IF EXISTS ${tableOf(collectionId)}_terms`);
  database.exec(`DROP TABLE IF EXISTS ${tableOf(collectionId)}`);
}

export function analyseChunk(context: string, content: string, language: string | undefined): ChunkTerms {
  const beside = contextTerms(context, language);
  const body = analyse(content, language);
  return {
    context: beside.map(encodeTerm).join(' '),
    body: body.map(encodeTerm).join(' '),
    count: beside.length + body.length,
  };
}

export function addPostings(
  database: SqlDatabase,
  collectionId: number,
  chunk: number,
  terms: ChunkTerms,
): void {
  database
    .prepare(`INSERT INTO ${tableOf(collectionId)} (rowid, context, body) VALUES (?, ?, ?)`)
    .run([chunk, terms.context, terms.body]);
}

/** Must run before the document's chunks go. */
export function removePostingsOf(database: SqlDatabase, collectionId: number, document: number): void {
  database
    .prepare(`DELETE FROM ${tableOf(collectionId)} WHERE rowid IN (SELECT id FROM chunks WHERE document = ?)`)
    .run([document]);
}

/**
 * The row ids of the chunks that have the term, one for each time that they have it. They come as one string
 * because a row for each would cost ten times as much.
 */
export function occurrencesOf(database: SqlDatabase, collectionId: number, term: string): number[] {
  const row = database
    .prepare(`SELECT group_concat(doc) AS chunks FROM ${tableOf(collectionId)}_terms WHERE term = ?`)
    .get<{ chunks: string | null }>([encodeTerm(term)]);
  return row?.chunks ? row.chunks.split(',').map(Number) : [];
}

/** The id is a number of the engine's, so the name is safe to stand in a statement. */
function tableOf(collectionId: number): string {
  return `fts_${Math.trunc(collectionId)}`;
}

/**
 * ASCII other than lower-case letters and digits would split a token or be folded; it moves to private-use code
 * points, which the tokenizer keeps.
 */
function encodeTerm(term: string): string {
  return term.replace(/[^a-z0-9\u{80}-\u{10ffff}]/gu, (character) =>
    String.fromCharCode(0xe000 + character.charCodeAt(0)),
  );
}
