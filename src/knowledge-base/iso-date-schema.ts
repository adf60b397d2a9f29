import { z } from 'zod';
import { isIsoDate } from '../load/dates.ts';

/** What filters and recency can compare. */
export const isoDateSchema = z
  .string()
  .refine(isIsoDate, 'must be a date of ISO 8601, such as 2024, 2024-05 or 2024-05-31');
