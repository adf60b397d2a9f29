import type { z } from 'zod';

/** One sentence a problem: where, and what is wrong. @param placeOf where a key is set. */
export function describeProblems(
  error: z.ZodError,
  placeOf: (path: readonly PropertyKey[]) => string | undefined = () => undefined,
): string[] {
  return error.issues.map((issue) => {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const places = [...new Set(paths.map(placeOf))].filter((one) => one !== undefined);
    const parts = [places.join(', '), issue.path.join('.'), describe(issue)];
    return parts.filter((part) => part !== '').join(': ');
  });
}

/** In words of this library where the schema has none of its own. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    return issue.minimum === 1 && issue.origin === 'string'
      ? 'must not be empty'
      : limit(issue.origin, 'at least', issue.minimum);
  }
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) {
    return limit(issue.origin, 'at most', issue.maximum);
  }
  return issue.message;
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' };

function limit(origin: string, bound: string, value: number | bigint): string {
  const unit = units[origin];
  const number = value.toLocaleString('en');
  return unit === undefined ? `must be ${bound} ${number}` : `must have ${bound} ${number} ${unit}`;
}
