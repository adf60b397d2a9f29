import { z } from 'zod';

const presets = { off: 0, light: 0.15, medium: 0.4, heavy: 1 } as const;

/** How much recent documents count more: off (0), light (0.15), medium (0.4), heavy (1), or a weight 0 to 10: 0.5 lets a document of today count half as much again. */
export type Recency = keyof typeof presets | number;

/** A number among the documents' metadata that lets them count more. */
export interface Importance {
  /** The key of the metadata, such as `importance`; documents without a number there count as usual. */
  readonly field: string;
  /** 0 to 10: the score is multiplied by 1 + weight · number, and by 0 where that is less. */
  readonly weight: number;
}

/** What counts beside words and meaning; nothing unless set. */
export interface ScoringConfig {
  /**
   * How much documents count more by their `dateCreated`: off, light (0.15), medium (0.4), heavy (1), or a number 0 to 10. After 180
   * days that has fallen to 37 %.
   * @default 'off'
   */
  readonly recency: Recency;
  /**
   * Weights 0 to 100 by your own `type` of a document, such as `{ deliverable: 1.5 }`; others count 1.
   * @default {}
   */
  readonly typeWeights: Readonly<Record<string, number>>;
}

export const recencySchema = z.union(
  [z.enum(['off', 'light', 'medium', 'heavy']), z.number().min(0).max(10)],
  { error: 'must be off, light, medium, heavy, or a number from 0 to 10' },
);

export const typeWeightsSchema = z.record(z.string(), z.number().min(0).max(100));
export const importanceSchema = z.strictObject({
  field: z.string().min(1).max(200),
  weight: z.number().min(0).max(10),
});
export const scoringConfigSchema = z.strictObject({
  recency: recencySchema.default('off'),
  typeWeights: typeWeightsSchema.default({}),
});

export const weightOfRecency = (recency: z.output<typeof recencySchema>): number =>
  typeof recency === 'number' ? recency : presets[recency];
