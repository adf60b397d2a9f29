import { resolveField } from '../filter/fields.ts';
import type { FilterValue } from '../filter/filter.ts';
import { largestFirst } from '../read/orders.ts';
import type { StatsGroup, StatsOptions } from '../store.ts';
import { documentConditions } from './filters.ts';
import { type ChunkPayload, type DocumentPayload, textOf } from './points.ts';
import { constantsOf, keyOf, type TypedField, valuesOf } from './typed-fields.ts';
import type { View } from './view.ts';

type Sums = Omit<StatsGroup, 'value'>;
type Value = FilterValue | undefined;
const nothing: Sums = { documents: 0, chunks: 0, tokens: 0, bytes: 0 };

/**
 * The total over the documents that match, then the groups, largest first. A document with several values (tags) counts in
 * each of their groups. By a field of chunks, a group has the chunks with that value, their tokens, and the documents
 * that they are from.
 */
export async function readStats(view: View, { groupBy, ...options }: StatsOptions): Promise<StatsGroup[]> {
  const field = groupBy === undefined ? undefined : resolveField(groupBy);
  const constants = constantsOf(view.state);
  const filter = view.filter('document', ...(await documentConditions(view, options)));
  const fields = ['chunkCount', 'totalTokens', 'bytes', ...(field ? [keyOf(field)] : [])];
  const documents = await view.all<DocumentPayload>(filter, {
    with_payload: ['key', ...fields.map((name) => `f.${name}`)],
  });
  const [total, groups]: [Groups, Groups] = [new Map(), new Map()];
  for (const { payload } of documents) {
    const [chunks, tokens, bytes] = fields.map((name) => numberIn(payload.f[name])) as [
      number,
      number,
      number,
    ];
    const sums = { documents: 1, chunks, tokens, bytes };
    add(total, [undefined], sums);
    if (!field || field.level === 'chunk') continue;
    const isConstant = constants.has(field.name) && field.level === 'document';
    add(groups, isConstant ? [constants.get(field.name)] : valuesIn(payload.f[keyOf(field)]), sums);
  }
  if (field?.level === 'chunk') {
    const bytes = new Map(documents.map(({ payload }) => [payload.key, numberIn(payload.f['bytes'])]));
    await addChunks(view, groups, { bytes, name: field.name });
  }
  const grouped = [...groups].map(([value, sums]) => (value === undefined ? sums : { value, ...sums }));
  return [total.get(undefined) ?? nothing, ...grouped.sort(largestFirst)];
}

/** @param bytes of the documents, by key */
async function addChunks(
  view: View,
  groups: Groups,
  { bytes, name }: { readonly bytes: ReadonlyMap<string, number>; readonly name: string },
): Promise<void> {
  const with_payload = ['key', 'f.tokenCount', name === 'content' ? 'text' : `f.${name}`];
  const seen = new Set<string>();
  const keys = ['key', [...bytes.keys()]] as const;
  for await (const page of view.pagesHaving<ChunkPayload>('chunk', keys, { with_payload })) {
    for (const { payload } of page) {
      const { key, f } = payload;
      for (const value of name === 'content' ? [textOf(payload)[0]] : valuesIn(f[name])) {
        const place = JSON.stringify([key, value]);
        const ofDocument = seen.has(place)
          ? { documents: 0, bytes: 0 }
          : { documents: 1, bytes: bytes.get(key)! };
        seen.add(place);
        add(groups, [value], { ...ofDocument, chunks: 1, tokens: numberIn(f['tokenCount']) });
      }
    }
  }
}

const numberIn = (field: TypedField | undefined): number => field?.n?.[0] ?? 0;

/** Each value of a field once; `undefined` where there is none. */
function valuesIn(field: TypedField | undefined): Iterable<Value> {
  const values = field && valuesOf(field);
  return values?.size ? values : [undefined];
}

type Groups = Map<Value, Sums>;

function add(groups: Groups, values: Iterable<Value>, { documents, chunks, tokens, bytes }: Sums): void {
  for (const value of values) {
    const before = groups.get(value) ?? nothing;
    groups.set(value, {
      documents: before.documents + documents,
      chunks: before.chunks + chunks,
      tokens: before.tokens + tokens,
      bytes: before.bytes + bytes,
    });
  }
}
