/** Conditions on fields, as the form has them and as the server takes them. */
import type { Field } from '../shapes.ts';

/** By field: the value that is chosen, or the ends of a range. */
export type Conditions = Readonly<
  Record<string, { readonly is?: string; readonly from?: string; readonly to?: string }>
>;

export const parseConditions = (text: string | null): Conditions => {
  try {
    return JSON.parse(text ?? '{}') as Conditions;
  } catch {
    return {};
  }
};

/** Without what is empty; `undefined` where nothing is left. */
export function compact(conditions: Conditions): Conditions | undefined {
  const left = Object.entries(conditions).filter(([, { is, from, to }]) => is || from || to);
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/** In the filter language of the server. */
export function toFilter(conditions: Conditions, fields: readonly Field[]): unknown {
  const parts = Object.entries(conditions).flatMap(([name, { is, from, to }]) => {
    const type = fields.find((field) => field.name === name)?.type ?? 'string';
    const value = (text: string) =>
      type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text;
    return [
      ...(is ? [{ [name]: type === 'list' ? { $contains: value(is) } : value(is) }] : []),
      ...(from ? [{ [name]: { $gte: value(from) } }] : []),
      ...(to ? [{ [name]: { $lte: value(to) } }] : []),
    ];
  });
  return parts.length === 0 ? undefined : { $and: parts };
}
