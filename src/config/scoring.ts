import { z } from 'zod';

const presets = { off: 0, light: 0.15, medium: 0.4, heavy: 1 } as const;

/** A preset, or the weight itself: 0.5 lets a document of today count half as much again. */
export const recencySchema = z.union(
  [z.enum(['off', 'light', 'medium', 'heavy']), z.number().min(0).max(10)],
  { error: 'must be off, light, medium, heavy, or a number from 0 to 10' },
);

export const typeWeightsSchema = z.record(z.string(), z.number().min(0).max(100));

/** A number among the documents' metadata that lets them count more. */
export const importanceSchema = z.strictObject({
  /** The key of the metadata, such as `importance`; documents without a number there count as usual. */
  field: z.string().min(1).max(200),
  /** The score is multiplied by 1 + weight · number, and by 0 where that is less. */
  weight: z.number().min(0).max(10),
});

/** What counts beside words and meaning; nothing unless set. */
export const scoringConfigSchema = z.strictObject({
  /** How much documents count more by their `dateCreated`: off, light (0.15), medium (0.4), heavy (1), or a number. */
  recency: recencySchema.default('off'),
  /** Days after which that has fallen to 37 %. */
  recencyDays: z.number().min(0.01).max(100_000).default(180),
  /** By the user's own `type` of a document, such as `deliverable: 1.5`; others count 1. */
  typeWeights: typeWeightsSchema.default({}),
  importance: importanceSchema.optional(),
});

export const weightOfRecency = (recency: z.output<typeof recencySchema>): number =>
  typeof recency === 'number' ? recency : presets[recency];
