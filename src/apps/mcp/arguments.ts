/** What models write for arguments, made what the tools take. Listed are the proper names only. */
import type { Filter } from '../../index.ts';
import { z } from 'zod';

/** Other names that models use for an argument. */
const aliases = {
  query: ['question', 'q', 'text', 'search_query'],
  question: ['query', 'q', 'text', 'prompt'],
  id: ['document_id', 'documentId', 'chunkId', 'uri'],
  citation: ['citationId', 'citation_id'],
  limit: ['top_k', 'topK', 'k', 'max_results', 'maxResults'],
  collections: ['collection'],
  filter: ['filters', 'where'],
  cursor: ['nextCursor', 'next_cursor', 'page_token'],
  maxTokens: ['max_tokens'],
  page: ['page_number', 'pageNumber'],
  sources: ['source', 'urls', 'url', 'paths', 'path', 'files', 'documents'],
  collection: ['collections'],
  job: ['jobId', 'job_id'],
} as const;

/** Arguments by their proper names. What is `null` or an empty text counts as left out; any other name is an error. */
export function toolArguments<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const names = Object.keys(shape);
  const needed = names.filter((name) => !z.safeParse(shape[name]!, undefined).success);
  return z.preprocess(
    (given, context) => {
      const normal = normalise(given, names);
      for (const message of missing(normal, needed)) context.addIssue({ code: 'custom', message });
      return normal;
    },
    z.strictObject(shape, { error: unknownNames(names) }),
  );
}

function missing(given: unknown, needed: readonly string[]): string[] {
  if (typeof given !== 'object' || given === null) return [];
  return needed.filter((name) => !(name in given)).map((name) => `The argument ${name} is missing`);
}

const unknownNames =
  (names: readonly string[]) =>
  ({ code, keys }: { readonly code: string; readonly keys?: unknown }) =>
    code === 'unrecognized_keys'
      ? `There is no argument ${String(keys)}: known are ${names.join(', ')}`
      : undefined;

function normalise(given: unknown, names: readonly string[]): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const left = Object.entries(given).filter(([, value]) => value !== null && value !== '');
  const normal = new Map<string, unknown>(left.filter(([name]) => names.includes(name)));
  for (const [name, value] of left) {
    const proper = names.find((one) =>
      (aliases[one as keyof typeof aliases] as readonly string[] | undefined)?.includes(name),
    );
    if (names.includes(name)) continue;
    if (proper === undefined || normal.has(proper)) normal.set(name, value);
    else normal.set(proper, value);
  }
  return Object.fromEntries(normal);
}

const asList = (value: unknown) => (typeof value === 'string' ? [value] : value);

const asObject = (value: unknown) => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

const asNumber = (value: unknown) =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;

const asText = (value: unknown) =>
  Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;

/** Arguments that several tools take. */
export const parameters = {
  query: z.string().min(1).max(10_000),
  filter: (z.preprocess(asObject, z.looseObject({})) as unknown as z.ZodType<Filter>)
    .optional()
    .describe('Such as {"format": "pdf"} or {"dateCreated": {"$gte": "2024"}}'),
  collections: z
    .preprocess(asList, z.array(z.string().min(1)).min(1))
    .optional()
    .describe('Only these collections'),
  collection: z.preprocess(asText, z.string().min(1)),
  texts: z.preprocess(asList, z.array(z.string().min(1)).min(1).max(100)),
  cursor: z.string().optional().describe('nextCursor of the call before'),
  page: z.preprocess(asNumber, z.int().min(1).max(1_000_000)).optional(),
  int: (minimum: number, maximum: number) => z.preprocess(asNumber, z.int().min(minimum).max(maximum)),
};
