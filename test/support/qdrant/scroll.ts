/** Points page by page: by id, or by a field. */
import type { Collection } from './collection.ts';
import { badRequest, wrongInput } from './error.ts';
import { compareIds, readId } from './point-id.ts';
import { recordMaker } from './record.ts';
import type { Body } from './types.ts';

type OrderBy = Body<'OrderBy'>;

export function scroll(collection: Collection, request: Body<'ScrollRequest'>): unknown {
  const { limit, order_by: order, offset } = request;
  if (!order) return scrollById(collection, request);
  if (offset !== undefined && offset !== null)
    throw wrongInput('Cannot use an `offset` when using `order_by`.');
  const record = recordMaker(collection, withDefault(request));
  const ordered = orderedBy(
    collection,
    collection.select(request.filter as Body<'Filter'>),
    order as OrderBy,
  );
  const page = ordered.slice(0, limit ?? 10);
  return {
    points: page.map(({ slot, value }) => ({ ...record(slot), order_value: value })),
    next_page_offset: null,
  };
}

function scrollById(collection: Collection, request: Body<'ScrollRequest'>): unknown {
  const { filter, offset } = request;
  const limit = request.limit ?? 10;
  const { points } = collection;
  const record = recordMaker(collection, withDefault(request));
  const from = offset === undefined || offset === null ? undefined : readId(offset as string);
  const matching = filter
    ? collection.select(filter as Body<'Filter'>).toSorted(points.compare)
    : points.inOrder();
  const start =
    from === undefined ? 0 : firstFrom(matching, (slot) => compareIds(points.id(slot), from) >= 0);
  const page = matching.slice(start, start + limit + 1);
  return {
    points: page.slice(0, limit).map(record),
    next_page_offset: page.length > limit ? points.id(page[limit]!) : null,
  };
}

/** Scrolled points come with payload unless told otherwise. */
const withDefault = ({ with_payload: payload, with_vector: vector }: Body<'ScrollRequest'>) => ({
  with_payload: payload ?? true,
  with_vector: vector ?? false,
});

interface Ordered {
  readonly slot: number;
  readonly value: number;
}

/** Each value of the field gives the point a place. */
export function orderedBy(
  { points, indexes }: Collection,
  slots: readonly number[],
  given: OrderBy | string,
): readonly Ordered[] {
  const order: OrderBy = typeof given === 'string' ? { key: given } : given;
  const { key, direction, start_from: start } = order;
  if (!indexes.canOrder(key))
    throw badRequest(
      `No range index for \`order_by\` key: \`${key}\`. Please create one to use \`order_by\`. Check https://qdrant.tech/documentation/concepts/indexing/#payload-index to see which payload schemas support Range conditions`,
    );
  const sign = direction === 'desc' ? -1 : 1;
  const from = start as number | null | undefined;
  return slots
    .flatMap((slot) =>
      (indexes.values(key, points.payload(slot)) as number[]).map((value) => ({ slot, value })),
    )
    .filter(({ value }) => from === undefined || from === null || sign * (value - from) >= 0)
    .sort((a, b) => sign * (a.value - b.value || compareIds(points.id(a.slot), points.id(b.slot))));
}

/** The first place whose slot passes, of slots that pass from somewhere on. */
function firstFrom(slots: readonly number[], passes: (slot: number) => boolean): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(slots[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
