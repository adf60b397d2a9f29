import { resolveField } from '../filter/fields.ts';
import type { FilterValue } from '../filter/filter.ts';
import { largestFirst } from '../orders.ts';
import type { StatsGroup, StatsOptions } from '../store.ts';
import { anyOf } from './conditions.ts';
import { collectionFields, valuesOf, type TypedValues } from './filter-fields.ts';
import { metadataKey } from './names.ts';
import { type ChunkPayload, type DocumentPayload, textOf } from './points.ts';
import { documentConditions } from './read.ts';
import type { View } from './view.ts';

type Sums = Omit<StatsGroup, 'value'>;
type CountedDocument = Pick<DocumentPayload, 'key' | 'chunkCount' | 'tokens' | 'bytes' | 'f'>;
type CountedChunk = Pick<ChunkPayload, 'key' | 'tokens' | 'f' | 'text'>;

const keysPerRequest = 1_000;

/**
 * The total over the documents that match, then the groups, largest first. A document with several values (tags) counts in
 * each of their groups. By a field of chunks, a group has the chunks with that value, their tokens, and the documents
 * that they are from.
 */
export async function readStats(
  view: View,
  { filter, groupBy, versions }: StatsOptions,
): Promise<StatsGroup[]> {
  const conditions = await documentConditions(view, { filter, versions });
  const field = groupBy === undefined ? undefined : resolveField(groupBy);
  const key = field && (field.level === 'metadata' ? metadataKey(field.name) : field.name);
  const wanted = {
    payload: ['key', 'chunkCount', 'tokens', 'bytes', ...(key === undefined ? [] : [`f.${key}`])],
  };
  const points = await view.all<CountedDocument>(view.filter('document', ...conditions), { wanted });
  const documents = points.map(({ payload }) => payload);
  const total = documents.reduce((sums, document) => added(sums, sumsOf(document)), none);
  if (key === undefined) return [total];
  const groups =
    field?.level === 'chunk'
      ? await groupChunks(view, { documents, key })
      : groupDocuments(view, { documents, key });
  return [total, ...groups.sort(largestFirst)];
}

const none: Sums = { documents: 0, chunks: 0, tokens: 0, bytes: 0 };

const added = (a: Sums, b: Sums): Sums => ({
  documents: a.documents + b.documents,
  chunks: a.chunks + b.chunks,
  tokens: a.tokens + b.tokens,
  bytes: a.bytes + b.bytes,
});

const sumsOf = ({ chunkCount, tokens, bytes }: CountedDocument): Sums => ({
  documents: 1,
  chunks: chunkCount,
  tokens,
  bytes,
});

interface Grouping {
  readonly documents: readonly CountedDocument[];
  readonly key: string;
}

function groupDocuments({ state }: View, { documents, key }: Grouping): StatsGroup[] {
  const constants: Record<string, string> = { collection: state.name, embeddingModel: state.embeddingModel };
  const groups = new Groups();
  for (const document of documents) {
    const values = collectionFields.has(key) ? [constants[key]!] : valuesIn(document.f?.[key]);
    for (const value of values) groups.add(value, sumsOf(document));
  }
  return groups.list();
}

/** Each value once; `undefined` where there is none. */
function valuesIn(values: TypedValues | undefined): ReadonlySet<FilterValue | undefined> {
  const given = values ? valuesOf(values) : [];
  return new Set(given.length === 0 ? [undefined] : given);
}

async function groupChunks(view: View, { documents, key }: Grouping): Promise<StatsGroup[]> {
  const bytes = new Map(documents.map((document) => [document.key, document.bytes]));
  const keys = [...bytes.keys()];
  const groups = new Groups();
  const seen = new Set<string>();
  const payload = ['key', 'tokens', key === 'content' ? 'text' : `f.${key}`];
  for (let start = 0; start < keys.length; start += keysPerRequest) {
    const filter = view.filter('chunk', anyOf('key', keys.slice(start, start + keysPerRequest)));
    for await (const page of view.pages<CountedChunk>(filter, { wanted: { payload } })) {
      for (const { payload: chunk } of page) {
        const values = key === 'content' ? [textOf(chunk)[0]] : valuesIn(chunk.f?.[key]);
        for (const value of values) {
          const place = JSON.stringify([chunk.key, value]);
          const isFirst = !seen.has(place);
          seen.add(place);
          const ofDocument = isFirst
            ? { documents: 1, bytes: bytes.get(chunk.key)! }
            : { documents: 0, bytes: 0 };
          groups.add(value, { ...ofDocument, chunks: 1, tokens: chunk.tokens });
        }
      }
    }
  }
  return groups.list();
}

class Groups {
  private readonly sums = new Map<FilterValue | undefined, Sums>();

  add(value: FilterValue | undefined, sums: Sums): void {
    this.sums.set(value, added(this.sums.get(value) ?? none, sums));
  }

  list(): StatsGroup[] {
    return [...this.sums].map(([value, sums]) => (value === undefined ? sums : { value, ...sums }));
  }
}
