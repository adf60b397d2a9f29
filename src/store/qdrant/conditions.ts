import type { Condition } from './connection.ts';

/** Of a list, one element is enough; the same holds for `anyOf`. */
export const equal = (key: string, value: string | number | boolean): Condition => ({
  key,
  match: { value },
});

/** No point has it. */
export const nothing = equal('kind', 'none');

export const anyOf = (key: string, values: readonly (string | number)[]): Condition =>
  values.length === 0 ? nothing : { key, match: { any: [...values] as string[] } };

/** The points of these ids. */
export const oneOf = (ids: readonly string[]): Condition =>
  ids.length === 0 ? nothing : { has_id: [...ids] };
