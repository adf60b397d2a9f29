import type { z } from 'zod';

/** One sentence a problem: where, and what is wrong. */
export function describeProblems(error: z.ZodError): string[] {
  return error.issues.map((issue) => `${issue.path.join('.') || '(root)'}: ${issue.message}`);
}
