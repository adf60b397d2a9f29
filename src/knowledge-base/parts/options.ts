import { z } from 'zod';
import { describeProblems } from '../../config/describe-problems.ts';
import { describeUnknownKeys } from '../../config/describe-unknown-keys.ts';
import { ConfigError } from '../../errors.ts';
import type { Filter } from '../../store/filter/filter.ts';
import { isIsoDate } from '../../load/metadata/dates.ts';

/**
 * Checks an argument of a public call.
 * @throws ConfigError that lists every problem, with `context.problems`.
 */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = describeProblems(parsed.error);
  throw new ConfigError(`Invalid ${what}: ${problems.join('; ')}`, {
    hint: describeUnknownKeys(schema, parsed.error),
    context: { problems },
  });
}

/** Read by `parseFilter`, which says where one is wrong. */
export const filterOptionSchema = z.unknown() as z.ZodType<Filter, Filter>;
export const signalSchema = z.instanceof(AbortSignal).optional();
export const callbackSchema = <Event>() =>
  z.custom<(event: Event) => void>((value) => typeof value === 'function').optional();
/** Which versions of documents are wanted: all, or the latest n of each. */
export const versionsSchema = z.union([z.literal('all'), z.int().min(1)]);
export const collectionNameSchema = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'must not contain control characters');

/** What filters and recency can compare. */
export const isoDateSchema = z
  .string()
  .refine(isIsoDate, 'must be a date of ISO 8601, such as 2024, 2024-05 or 2024-05-31');

/** What became of documents: the same names wherever documents are stored, by whatever call. */
export interface DocumentCounts {
  /** New ones. */
  readonly documentsInserted: number;
  /** Those that took the place of an earlier state. */
  readonly documentsReplaced: number;
  /** Stored already, with the same bytes, description and settings of reading and cutting. */
  readonly documentsSkipped: number;
}
