import { analyserId } from '../../../text/terms/analyser.ts';
import { contextWeight, inverseDocumentFrequency, queryTerms, saturation } from '../../../text/terms/bm25.ts';
import { keywordTerms } from '../../../text/terms/keyword-terms.ts';
import { readTransaction } from '../database/connection.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { analyseChunk } from '../../chunk-terms.ts';
import { addSegments } from './segments/add-segment.ts';
import { KeywordIndex } from './keyword-index.ts';
import { rank } from './rank/rank.ts';
import { scoredTerms } from './rank/scored-terms.ts';

type Live = Map<number, readonly string[]>;

/** A collection whose chunks are written without anything that keyword search does not need. */
export class Bench {
  readonly live: Live = new Map();
  readonly collectionId: number;
  readonly index: KeywordIndex;
  private readonly database: SqlDatabase;
  private readonly document: number;

  constructor(database: SqlDatabase) {
    this.database = database;
    this.collectionId = database
      .prepare(
        `INSERT INTO collections (name, embedding_model, dimensions, max_tokens, analyser, created_at)
         VALUES (?, 'm', 1, 1, ?, '')`,
      )
      .run([Buffer.from(String(Math.random())), analyserId]).lastInsertRowid;
    this.document = database
      .prepare(
        `INSERT INTO documents (collection_id, document_id, chunk_count, total_tokens, bytes, record)
         VALUES (?, x'', 0, 0, 0, '')`,
      )
      .run([this.collectionId]).lastInsertRowid;
    this.index = new KeywordIndex(this.scope);
  }

  get scope() {
    return { collectionId: this.collectionId, analyser: analyserId };
  }

  add(texts: readonly string[]): void {
    const insert = this.database.prepare(
      `INSERT INTO chunks (collection_id, document, chunk_id, sequence, char_start, char_end, content_hash, kind,
         token_count, char_count, overlap_prev_chars, overlap_next_chars, unique_start, unique_end, level,
         chunking_method, total_chunks, term_count)
       VALUES (?, ?, ?, 0, 0, 0, x'', x'', 0, 0, 0, 0, 0, 0, 0, x'', 0, 0)`,
    );
    const chunks = texts.map((text) => {
      const id = insert.run([
        this.collectionId,
        this.document,
        Buffer.from(String(Math.random())),
      ]).lastInsertRowid;
      this.live.set(id, [...Array.from({ length: contextWeight }, () => 'harbour'), ...keywordTerms(text)]);
      return { id, terms: analyseChunk('harbour', text, undefined) };
    });
    addSegments(this.database, this.scope, chunks);
  }

  /** The chunk at that place among those that there are, counted round and round. */
  remove(place: number): void {
    const ids = [...this.live.keys()];
    const id = ids[place % ids.length];
    if (id === undefined) return;
    this.database.prepare('DELETE FROM chunks WHERE id = ?').run([id]);
    this.live.delete(id);
  }

  find(query: string, { limit, ids }: { limit: number; ids?: readonly number[] }) {
    const { database } = this;
    return readTransaction(database, () => {
      this.index.catchUp(database);
      const terms = scoredTerms(database, this.index, { terms: queryTerms(query), prefixes: [] });
      const candidates = rank(this.index, { terms, ids: ids && Float64Array.from(ids), limit });
      const hits = candidates.map(({ segment, ordinal, score }) => ({
        id: this.index.segments[segment]?.ids[ordinal],
        score,
      }));
      return { idfs: terms.map(({ idf }) => idf), hits: hits.sort(byScore) };
    });
  }
}

type Scored = { id: number | undefined; score: number };

function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || (a.id ?? 0) - (b.id ?? 0);
}

/** BM25 of every chunk, and of those allowed the best and all that tie with the last of them. */
export function bruteForce(
  live: Live,
  query: string,
  { limit, ids }: { limit: number; ids?: readonly number[] },
) {
  const average = [...live.values()].reduce((sum, terms) => sum + terms.length, 0) / live.size;
  const terms = queryTerms(query).map((term) => {
    const having = [...live.values()].filter((chunk) => chunk.includes(term.term)).length;
    return { ...term, idf: inverseDocumentFrequency(live.size, having) };
  });
  const scored = [...live]
    .filter(([id]) => !ids || ids.includes(id))
    .map(([id, chunk]) => {
      let score = 0;
      for (const { term, weight, idf } of terms) {
        const frequency = chunk.filter((other) => other === term).length;
        if (frequency > 0) score += weight * idf * saturation(frequency, chunk.length / average);
      }
      return { id, score };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore);
  const last = scored[limit - 1]?.score ?? 0;
  return {
    idfs: terms.map(({ idf }) => idf),
    hits: limit < 1 ? [] : scored.filter(({ score }) => score >= last),
  };
}
