import { z } from 'zod';
import { sha256 } from '../../util/ids/hash.ts';
import { documentInputSchema } from '../add/inputs.ts';
import { sourceName } from '../add/locate.ts';
import { collectionNameSchema, parseOptions } from '../parts/options.ts';
import { givenMetadataSchema } from '../add/own-metadata.ts';
import { jobScopeSchema } from '../scoped.ts';

/** One source of a job, as a queue keeps it: all that another machine needs to add it. */
const ingestionTaskSchema = z.strictObject({
  /** For whom; for the knowledge base that works on the queue unless given. */
  scope: jobScopeSchema.optional(),
  collection: collectionNameSchema,
  /** A path is absolute. A password is never there: it would be stored. */
  input: documentInputSchema.extend({
    source: z.string().min(1),
    sourceType: z.enum(['file', 'url']),
    password: z.undefined().optional(),
    temporary: z.boolean().optional(),
  }),
  /** Of a file when it was queued, so that one that is stored need not be read. */
  sourceHash: z.string().optional(),
  metadata: givenMetadataSchema,
  force: z.boolean(),
  keepVersions: z.boolean().optional(),
});
export type IngestionTask = z.output<typeof ingestionTaskSchema>;

/** @throws ConfigError for what is no task of this version. */
export const parseTask = (data: unknown): IngestionTask => parseOptions(ingestionTaskSchema, data, 'job');

/** Two tasks that ask for the same have one key. */
export const keyOfTask = (task: IngestionTask): string => sha256(JSON.stringify(task));

/** What tasks ask for together; where a temporary file lies is no part of it. */
export function bodyOf(tasks: readonly IngestionTask[]): string {
  const asked = tasks.map((task) => ({ ...task, input: { ...task.input, source: sourceName(task.input) } }));
  return sha256(JSON.stringify(asked));
}
