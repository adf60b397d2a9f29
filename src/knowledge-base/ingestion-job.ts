import { z } from 'zod';
import { sha256 } from '../util/hash.ts';
import { documentInputSchema } from './inputs.ts';
import { collectionNameSchema, parseOptions } from './options.ts';
import { givenMetadataSchema } from './own-metadata.ts';

/** One source, as a queue keeps it: all that another machine needs to add it. */
const ingestionJobSchema = z.strictObject({
  collection: collectionNameSchema,
  /** A path is absolute. A password is never there: it would be stored. */
  input: documentInputSchema.extend({
    source: z.string().min(1),
    sourceType: z.enum(['file', 'url']),
    password: z.undefined().optional(),
  }),
  /** Of a file when it was queued, so that one that is stored need not be read. */
  sourceHash: z.string().optional(),
  metadata: givenMetadataSchema,
  force: z.boolean(),
  keepVersions: z.boolean().optional(),
});
export type IngestionJob = z.output<typeof ingestionJobSchema>;

/** @throws ConfigError for what is no job of this version. */
export const parseJob = (data: unknown): IngestionJob => parseOptions(ingestionJobSchema, data, 'job');

/** Two jobs that ask for the same have one key. */
export const keyOfJob = (job: IngestionJob): string => sha256(JSON.stringify(job));
