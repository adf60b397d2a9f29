import { basename, extname } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { describePlace } from '../files/line-error.ts';
import { openYaml, type YamlSource } from '../files/yaml-source.ts';
import type { EvaluationDataset, EvaluationQuery, Reference } from './dataset.ts';
import { readText } from './read-lines.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

/** 0 irrelevant, 1 somewhat relevant, 2 highly relevant. */
const grade = z.int().min(0, 'grades are 0, 1 or 2').max(2, 'grades are 0, 1 or 2');
/** Ids with grades, or a list of ids, each of which counts as somewhat relevant. */
const graded = z
  .union([z.record(z.string().min(1), grade), z.array(z.string().min(1))], {
    error: 'must be a list of ids, or ids with grades 0, 1 or 2',
  })
  .transform((given) =>
    Array.isArray(given) ? new Map(given.map((id) => [id, 1])) : new Map(Object.entries(given)),
  );

const querySchema = z.strictObject({
  /** `q1`, `q2`, … in order unless given. */
  id: z
    .union([z.string().min(1), z.number()])
    .transform(String)
    .optional(),
  query: z.string().trim().min(1, 'must not be empty'),
  /** By document id, as `pincite list` shows them. */
  relevantDocuments: graded.optional(),
  /** Pages, from 1, by document id. */
  relevantPages: z.record(z.string().min(1), z.array(z.int().min(1))).optional(),
  /** By chunk id, as `pincite search --json` shows them; they change with the way of cutting. */
  relevantChunks: graded.optional(),
  /** Collections that the query should be routed to. */
  expectedCollections: z.array(z.string().min(1)).optional(),
  /** The filter that should be read off the query, in the filter language. */
  expectedFilters: z.record(z.string(), z.unknown()).optional(),
  /** The right answer; `null` where the documents do not answer. */
  answer: z.string().nullable().optional(),
});

const fileSchema = z.strictObject({
  name: z.string().min(1).optional(),
  /** The collection that the queries are about. */
  collection: z.string().min(1).optional(),
  queries: z.array(querySchema).min(1, 'there are no queries'),
});
type QueryRow = z.output<typeof querySchema>;

/**
 * Reads a query set in YAML or JSON; docs/evaluation.md shows the schema.
 * @throws ConfigError that lists every problem as `file:line:column`.
 */
export async function readYamlQueries(path: string): Promise<EvaluationDataset> {
  return parseYamlQueries(await readText(path), path);
}

/** @throws ConfigError as `readYamlQueries` does. */
export async function parseYamlQueries(text: string, file: string): Promise<EvaluationDataset> {
  const source = await openYaml(text, file);
  if (Array.isArray(source.content)) throw problemsError([describeList(source)]);
  const parsed = fileSchema.safeParse(source.content);
  if (!parsed.success) throw problemsError(parsed.error.issues.map((issue) => describeIssue(issue, source)));
  const { name = basename(file, extname(file)), collection, queries: rows } = parsed.data;
  const queries = rows.map((row, index) => toQuery(row, index));
  checkUnique(queries, source);
  const references = rows.flatMap((row, index) => referencesOf(row, ['queries', index], source));
  return { name, collection, queries, references, warnings: [] };
}

function describeIssue({ path, message }: z.core.$ZodIssue, source: YamlSource): string {
  return `${describePlace(source.placeOf(path))}: ${path.join('.') || 'the file'}: ${message}`;
}

/** The mistake that is nearest at hand, and says the most of what the file should be. */
const describeList = (source: YamlSource): string =>
  `${describePlace(source.placeOf([]))}: the file is a list; a query set has its list under "queries:", each with a ` +
  '"query" and, by document id, "relevantDocuments" or "relevantPages"';

function problemsError(problems: readonly string[]): ConfigError {
  return new ConfigError(problems.join('\n'), {
    hint: `${docsPage('evaluation.md')} shows the keys of a query set.`,
    context: { problems },
  });
}

function toQuery(row: QueryRow, index: number): EvaluationQuery {
  const { id = `q${index + 1}`, relevantPages, ...rest } = row;
  return {
    ...rest,
    queryId: id,
    relevantPages:
      relevantPages &&
      Object.entries(relevantPages).flatMap(([documentId, pages]) =>
        pages.map((page) => ({ documentId, page })),
      ),
  };
}

function checkUnique(queries: readonly EvaluationQuery[], source: YamlSource): void {
  const seen = new Map<string, number>();
  const problems: string[] = [];
  for (const [index, { queryId, query }] of queries.entries()) {
    for (const [key, what] of [
      [`id ${queryId}`, `the id "${queryId}"`],
      [`query ${query.toLowerCase()}`, 'this query'],
    ] as const) {
      const place = source.placeOf(['queries', index, 'query']);
      const first = seen.get(key);
      if (first !== undefined)
        problems.push(`${describePlace(place)}: ${what} stands on line ${first} already`);
      else seen.set(key, place.line);
    }
  }
  if (problems.length > 0) throw problemsError(problems);
}

function referencesOf(row: QueryRow, path: readonly PropertyKey[], source: YamlSource): Reference[] {
  const named = [
    { kind: 'document', key: 'relevantDocuments', ids: row.relevantDocuments?.keys() ?? [] },
    { kind: 'document', key: 'relevantPages', ids: Object.keys(row.relevantPages ?? {}) },
    { kind: 'chunk', key: 'relevantChunks', ids: row.relevantChunks?.keys() ?? [] },
  ] as const;
  return named.flatMap(({ kind, key, ids }) =>
    [...ids].map((id, index) => {
      const inRecord = source.has([...path, key, id]);
      return { kind, id, place: source.placeOf([...path, key, inRecord ? id : index]) };
    }),
  );
}
