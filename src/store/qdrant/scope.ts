import type { Region } from '../filter/filter.ts';
import { liesInRegion } from '../filter/region.ts';
import { matchingTexts } from '../filter/regex.ts';
import type { SearchScope } from '../store.ts';
import { compileFilter } from './compile-filter.ts';
import { anyOf, oneOf } from './conditions.ts';
import type { Condition, Filter } from './connection.ts';
import { versionConditions } from './documents.ts';
import { wellFormed } from './names.ts';
import { type ChunkPayload, type DocumentPayload, restOf, textOf } from './points.ts';
import type { View } from './view.ts';

/** The filter on points that keeps the chunks that the scope allows. */
export async function scopeFilter(view: View, scope: SearchScope): Promise<Filter> {
  const { filter, among, versions, constraint, signal } = scope;
  const region = constraint?.region;
  const nodes = [filter, region && onPage(region.page)].filter((node) => node !== undefined);
  const compiled = await Promise.all(
    nodes.map((node) => compileFilter(node, { view, rows: 'chunks', signal })),
  );
  const conditions: Condition[] = [
    ...(await versionConditions(view, versions)),
    ...(among ? [anyOf('id', among.map(wellFormed))] : []),
    ...compiled,
  ];
  const allowed = view.filter('chunk', ...conditions);
  const isConstrained = constraint !== undefined && Object.keys(constraint).length > 0;
  return isConstrained ? view.filter('chunk', await constrained(view, allowed, scope)) : allowed;
}

const onPage = (page: number) =>
  ({ kind: 'compare', field: 'pageNumbers', operator: '$eq', value: page }) as const;

interface Candidate {
  readonly id: string;
  readonly content: string;
  readonly payload: Pick<ChunkPayload, 'key' | 'record'>;
}

/** What the server cannot say of texts and rectangles, over the chunks that are left. */
async function constrained(
  view: View,
  allowed: Filter,
  { constraint = {}, signal }: SearchScope,
): Promise<Condition> {
  const { contains = [], notContains = [], region } = constraint;
  const candidates: Candidate[] = [];
  const wanted = { payload: ['key', 'text', ...(region ? ['record'] : [])] };
  for await (const page of view.pages<ChunkPayload>(allowed, { wanted, signal })) {
    const read = page.map(({ id, payload }) => ({ id, content: textOf(payload)[0], payload }));
    const accepted = read.filter(
      ({ content }) =>
        contains.every((text) => content.includes(text)) &&
        !notContains.some((text) => content.includes(text)),
    );
    candidates.push(...accepted);
  }
  const within = region ? await inRegion(view, candidates, region) : candidates;
  const matching = matchingTexts(within, constraint, ({ content }) => content);
  return oneOf(matching.map(({ id }) => id));
}

async function inRegion(view: View, candidates: readonly Candidate[], region: Region): Promise<Candidate[]> {
  const keys = [...new Set(candidates.map(({ payload }) => payload.key))];
  const documents = await view.all<DocumentPayload>(view.filter('document', anyOf('key', keys)), {
    wanted: { payload: ['key', 'sizes'] },
  });
  const sizes = new Map(documents.map(({ payload }) => [payload.key, sizeOf(payload, region.page)]));
  return candidates.filter(({ payload }) => {
    const size = sizes.get(payload.key);
    return size !== undefined && liesInRegion(restOf(payload).rects, region, size);
  });
}

function sizeOf(
  { sizes }: Pick<DocumentPayload, 'sizes'>,
  page: number,
): { width: number; height: number } | undefined {
  const [, width, height] =
    (JSON.parse(sizes) as [number, number, number][]).find(([number]) => number === page) ?? [];
  return width === undefined || height === undefined ? undefined : { width, height };
}
