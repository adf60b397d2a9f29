import { lowerBound } from '../../../util/lists/ascending.ts';
import type { SearchScope } from '../../store.ts';
import type { CollectionRow } from '../collections.ts';
import { Bindings } from '../database/bindings.ts';
import type { Session } from '../database/connection.ts';
import { fromPg } from '../database/pg-text.ts';
import { joined } from '../chunks.ts';
import {
  constrainedIds,
  fewFiltered,
  hasConditions,
  isConstrained,
  scopeCondition,
} from '../filter/scope.ts';
import type { Scores } from './scores.ts';

/** As many chunks that a filter leaves are soon read. */
const mostFiltered = 20_000;
const textsPerStatement = 500;
/** Sums of the same parts in another order differ by less. */
export const rounding = 1e-9;

export interface NamedScore {
  /** Row id. */
  readonly chunk: number;
  readonly chunkId: string;
  readonly score: number;
}

/** What is analysed of a chunk. */
export interface ChunkText {
  /** Row id. */
  readonly chunk: number;
  readonly chunkId: string;
  readonly content: string;
  readonly context: string;
  /** Of its document. */
  readonly language: string | undefined;
}

interface TextRow {
  readonly id: number;
  readonly chunk_id: string;
  readonly content: string;
  readonly context: string;
  readonly language: string | null;
}

const toText = ({ id, chunk_id, content, context, language }: TextRow): ChunkText => ({
  chunk: id,
  chunkId: fromPg(chunk_id),
  content: fromPg(content),
  context: fromPg(context),
  language: language ?? undefined,
});

/** What a scope leaves of a collection. */
export class ScopedChunks {
  /** Row ids, ascending; `undefined` where they are not known: SQL says of single chunks whether they are among them. */
  readonly allowed: Float64Array | undefined;
  private readonly session: Session;
  private readonly collection: CollectionRow;
  private readonly scope: SearchScope;
  private readonly names = new Map<number, string>();

  private constructor(
    session: Session,
    collection: CollectionRow,
    { scope, allowed }: { readonly scope: SearchScope; readonly allowed: Float64Array | undefined },
  ) {
    this.session = session;
    this.collection = collection;
    this.scope = scope;
    this.allowed = allowed;
  }

  static async of(session: Session, collection: CollectionRow, scope: SearchScope): Promise<ScopedChunks> {
    const ids = isConstrained(scope)
      ? await constrainedIds(session, collection, scope)
      : await fewFiltered(session, collection, { scope, most: mostFiltered });
    const allowed = ids && Float64Array.from(ids).sort();
    return new ScopedChunks(session, collection, { scope, allowed });
  }

  /** The best that the scope leaves, best first: `limit`, and what ties with the last of them. */
  async best({ chunks, scores }: Scores, limit: number): Promise<NamedScore[]> {
    const order = [...chunks.keys()].sort((a, b) => scores[b]! - scores[a]!);
    const found: NamedScore[] = [];
    for (let start = 0, end = 0; start < order.length; start = end) {
      const lowest = found[limit - 1]?.score ?? -Infinity;
      if (scores[order[start]!]! < lowest - rounding) break;
      end = Math.max(2 * limit, 8 * start);
      const some = order.slice(start, end);
      const names = await this.namesOf(some.map((place) => chunks[place]!));
      for (const place of some) {
        const chunk = chunks[place]!;
        const chunkId = names.get(chunk);
        if (chunkId !== undefined) found.push({ chunk, chunkId, score: scores[place]! });
      }
    }
    const lowest = found[limit - 1]?.score ?? -Infinity;
    return found.filter(({ score }) => score >= lowest - rounding);
  }

  /** Of the best of those that the scope leaves, so many. */
  async texts({ chunks, scores }: Scores, most: number): Promise<ChunkText[]> {
    const order = [...chunks.keys()].sort((a, b) => scores[b]! - scores[a]!);
    const texts: ChunkText[] = [];
    for (let start = 0, end = 0; start < order.length && texts.length < most; start = end) {
      end = Math.max(textsPerStatement, 8 * start);
      const some = order.slice(start, end).map((place) => chunks[place]!);
      const rows = await this.read<TextRow>(
        'c.id, c.chunk_id, c.content, c.context, d.language',
        some,
        'texts',
      );
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      texts.push(...some.flatMap((chunk) => rowOf.get(chunk) ?? []).map(toText));
    }
    return texts.slice(0, most);
  }

  /** By row id; what the scope does not leave has none. */
  private async namesOf(chunks: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const missing = chunks.filter((chunk) => !this.names.has(chunk));
    if (missing.length === 0) return this.names;
    const rows = await this.read<{ id: number; chunk_id: string }>('c.id, c.chunk_id', missing, 'names');
    for (const { id, chunk_id } of rows) this.names.set(id, fromPg(chunk_id));
    return this.names;
  }

  /** Rows of those of the chunks that the scope leaves. */
  private async read<Row>(columns: string, chunks: readonly number[], name: string): Promise<Row[]> {
    const { session, collection, scope, allowed } = this;
    const wanted = allowed ? chunks.filter((chunk) => allowed[lowerBound(allowed, chunk)] === chunk) : chunks;
    if (wanted.length === 0) return [];
    const bindings = new Bindings();
    const ids = bindings.bind(wanted);
    const condition = allowed ? 'true' : await scopeCondition(session, collection, { scope, bindings });
    const sql = `SELECT ${columns} FROM ${joined} WHERE c.id = ANY(${ids}::bigint[]) AND ${condition}`;
    return session.all<Row>(sql, bindings.values, hasConditions(scope) ? undefined : name);
  }
}
