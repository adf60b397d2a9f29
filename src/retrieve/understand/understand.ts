import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { PinciteError, QueryGenerationError } from '../../errors.ts';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { FilterNode, FilterValue } from '../../store/filter/filter.ts';
import { fieldsIn } from './fields-in.ts';

/** What a language model is asked to make of a query. */
export interface Understanding {
  /** Words that documents would use, abbreviations spelt out. */
  readonly rewrite: boolean;
  /** A passage as the answer might stand in a document (HyDE), which is searched for beside the query. */
  readonly hyde: boolean;
  /** The conditions of the query as a filter: “reports of 2024”. */
  readonly selfQuery: boolean;
  /** Longest time that the model may take. */
  readonly timeBudgetMs: number;
}

/** A field that filters may use. */
export interface FieldDescription {
  /** As filters name it. */
  readonly name: string;
  /** Of its values. */
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'list';
  /** Given by the user, or values that there are. */
  readonly description: string;
  /** All that it may be, where the user says so. */
  readonly values?: readonly FilterValue[] | undefined;
}

export interface UnderstandRun {
  readonly open: () => Promise<LanguageModel>;
  /** For `selfQuery`. */
  readonly fields: readonly FieldDescription[];
  /** `2026-01-31`. */
  readonly today: string;
  /** @throws Error for a filter that is none. */
  readonly parseFilter: (filter: unknown) => FilterNode | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Understood {
  readonly query?: string;
  readonly hyde?: string;
  readonly filter?: { readonly node: FilterNode; readonly raw: unknown };
  readonly warnings: readonly string[];
}

const mostQueryChars = 4000;
const longestRewrite = 1000;
const longestPassage = 4000;
/** Room for a model that thinks before it writes. */
const maxOutputTokens = 2000;

/** Strict servers take no key that may be left out, and no object of unknown keys; models write both. */
const textSchema = z.preprocess((value) => value ?? null, z.string().nullable());
const objectAsTextSchema = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)),
  z.string().nullable(),
);
const replySchema = z.object({ query: textSchema, passage: textSchema, filter: objectAsTextSchema });

/**
 * Asks a language model once for everything that is wanted. What it writes is checked and cut; a filter that is none, or
 * names a field that was not described, is dropped with a warning.
 * @throws QueryGenerationError when the model fails; the signal's reason on abort.
 */
export async function understand(
  query: string,
  wanted: Understanding,
  run: UnderstandRun,
): Promise<Understood> {
  const { fields } = run;
  const model = await run.open();
  const { object } = await generated(
    () =>
      model.generateObject({
        system: [instructionsFor(wanted, run.today), fenceRule].join('\n\n'),
        prompt: [
          ...(wanted.selfQuery
            ? [`Fields:\n${fenceUntrusted('fields', fields.map(describeField).join('\n'))}`]
            : []),
          `Query:\n${fenceUntrusted('query', query.slice(0, mostQueryChars))}`,
        ].join('\n\n'),
        schema: replySchema,
        maxOutputTokens,
        signal: run.signal,
      }),
    run.signal,
  );
  const rewritten = wanted.rewrite ? object.query?.trim() : undefined;
  const passage = wanted.hyde ? object.passage?.trim() : undefined;
  const warnings: string[] = [];
  const filter = wanted.selfQuery
    ? readFilter(object.filter, { parseFilter: run.parseFilter, fields, warnings })
    : undefined;
  return {
    ...(rewritten && rewritten.length <= longestRewrite ? { query: rewritten } : {}),
    ...(passage ? { hyde: passage.slice(0, longestPassage) } : {}),
    ...(filter ? { filter } : {}),
    warnings,
  };
}

async function generated<Reply>(ask: () => Promise<Reply>, signal: AbortSignal | undefined): Promise<Reply> {
  try {
    return await ask();
  } catch (cause) {
    signal?.throwIfAborted();
    const { hint, context } = cause instanceof PinciteError ? cause : {};
    throw new QueryGenerationError((cause as Error).message, { hint, context, cause });
  }
}

function instructionsFor({ rewrite, hyde, selfQuery }: Understanding, today: string): string {
  const parts = [
    'You prepare a query for a search in documents. Reply with one JSON object of the keys query, passage and filter, ' +
      'null for those that are not asked for here.',
    ...(rewrite
      ? [
          '"query": the query in words that documents would use, abbreviations spelt out beside them, in its language. Add no facts.',
        ]
      : []),
    ...(hyde
      ? [
          '"passage": two to four sentences as they might stand in a document that answers the query, in its language.',
        ]
      : []),
    ...(selfQuery
      ? [
          '"filter": the conditions that the query states about the fields given, such as {"year":{"$gte":2024}}, with the operators ' +
            '$eq $ne $gt $gte $lt $lte $in $nin $contains $like $and $or $not; null where it states none. Only what the query says.',
          `Today is ${today}.`,
        ]
      : []),
  ];
  return parts.join('\n');
}

const describeField = ({ name, type, description }: FieldDescription) =>
  `- ${name} (${type}): ${description}`;

/** A value that a field is compared with and may not have. */
function strangeValue(
  node: FilterNode,
  allowed: ReadonlyMap<string, readonly FilterValue[] | undefined>,
): { readonly field: string; readonly value: FilterValue } | undefined {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.map((inner) => strangeValue(inner, allowed)).find((found) => found !== undefined);
    case 'not':
      return strangeValue(node.node, allowed);
    case 'in':
    case 'compare': {
      const { field } = node;
      const known = allowed.get(field);
      const asked = node.kind === 'in' ? node.values : node.operator === '$eq' ? [node.value] : [];
      const value = known && asked.find((one) => !known.includes(one));
      return value === undefined ? undefined : { field, value };
    }
    default:
      return undefined;
  }
}

function readFilter(
  shown: string | null,
  {
    fields,
    parseFilter,
    warnings,
  }: Pick<UnderstandRun, 'parseFilter'> & { fields: readonly FieldDescription[]; warnings: string[] },
): Understood['filter'] {
  if (shown === null) return undefined;
  try {
    const raw = JSON.parse(shown) as unknown;
    if (isDeepStrictEqual(raw, {})) return undefined;
    const node = parseFilter(raw);
    const known = new Set(fields.map(({ name }) => name));
    const unknown = node && fieldsIn(node).find((field) => !known.has(field));
    const strange = node && strangeValue(node, new Map(fields.map((field) => [field.name, field.values])));
    if (node !== undefined && unknown === undefined && strange === undefined) return { node, raw };
    const reason =
      unknown === undefined
        ? `${strange?.field} is never ${JSON.stringify(strange?.value)}`
        : `no document has “${unknown}”`;
    warnings.push(`The filter read from the query was dropped, as ${reason}: ${shown}`);
  } catch (error) {
    warnings.push(`The filter read from the query was dropped: ${(error as Error).message} (${shown})`);
  }
  return undefined;
}
