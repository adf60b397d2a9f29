/** What the configuration and the options of a search both let choose. */
import { z } from 'zod';

export const retrievalModes = ['full', 'hybrid', 'vector', 'fast', 'keyword'] as const;
/**
 * `full` and `hybrid` search vectors and keywords, `vector` and `fast` vectors, `keyword` keywords; `fast` and `keyword` never rerank,
 * and only `full` searches for a hypothetical passage (`hyde`).
 */
export type RetrievalMode = (typeof retrievalModes)[number];

export const fusionMethods = ['minmax', 'zscore', 'rrf'] as const;
/** `minmax` and `zscore` add up scores, put on one scale; `rrf` adds up 1 / (k + rank). */
export type FusionMethod = (typeof fusionMethods)[number];

export const vectorWeightSchema = z.union([z.number().min(0).max(1), z.literal('auto')]);
