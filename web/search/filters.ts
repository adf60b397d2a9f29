/** Conditions on fields, as the form has them and as the server takes them. */
import type { Field } from '../shapes.ts';

/** By field: the value that is chosen, or the ends of a range. */
export type Conditions = Readonly<
  Record<string, { readonly is?: string; readonly from?: string; readonly to?: string }>
>;

const partsOf = (given: unknown) => Object.entries(Object(given) as Record<string, unknown>);

/** Of an address, which may hold anything. */
export const parseConditions = (text: string | null): Conditions => {
  try {
    return Object.fromEntries(
      partsOf(JSON.parse(text ?? '{}')).map(([name, condition]) => [
        name,
        Object.fromEntries(partsOf(condition).filter(([, value]) => typeof value === 'string')),
      ]),
    );
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
      ...(to ? [{ [name]: type === 'date' ? throughDay(to) : { $lte: value(to) } }] : []),
    ];
  });
  return parts.length === 0 ? undefined : { $and: parts };
}

/** A day alone is its midnight, and the range has the whole of it. */
function throughDay(day: string) {
  const next = new Date(Date.parse(day) + 24 * 60 * 60 * 1000);
  return Number.isNaN(next.getTime()) ? { $lte: day } : { $lt: next.toISOString().slice(0, 10) };
}
