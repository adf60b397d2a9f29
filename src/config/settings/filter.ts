import { z } from 'zod';
import type { Filter } from '../../store/filter/filter.ts';
import { parseFilter } from '../../store/filter/parse-filter.ts';

/** A filter in the filter language, refused where it is none. */
export const filterSchema = z.unknown().superRefine((filter, context) => {
  try {
    parseFilter(filter);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `is no filter: ${(error as Error).message}` });
  }
}) as z.ZodType<Filter, Filter>;
