import { parse } from 'yaml';

/** The one record of figures, names and dates that every source quotes. */
export interface Facts {
  readonly [name: string]: string | number | Facts;
}

export function parseFacts(yaml: string): Facts {
  return parse(yaml) as Facts;
}

/** The fact at a dotted path, such as `income.revenue.y2025`. @throws Error when nothing stands there */
export function factAt(facts: Facts, path: string): string | number {
  let value: Facts | string | number | undefined = facts;
  for (const name of path.split('.')) {
    value = typeof value === 'object' ? value[name] : undefined;
  }
  if (value === undefined || typeof value === 'object') throw new Error(`No fact stands at "${path}".`);
  return value;
}

/** A number from the facts. @throws Error when the fact is text or missing */
export function numberAt(facts: Facts, path: string): number {
  const value = factAt(facts, path);
  if (typeof value !== 'number') throw new Error(`The fact at "${path}" is not a number.`);
  return value;
}

const grouped = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Ways to write a fact: thousands of euros as millions, a cost in brackets, two decimals. */
const formats: Record<string, (value: number) => string> = {
  million: (thousands) => `€${(thousands / 1000).toFixed(1)} million`,
  precise: (thousands) => `€${(thousands / 1000).toFixed(2)} million`,
  less: (value) => `(${grouped(value)})`,
  cents: (value) => value.toLocaleString('en-US', { minimumFractionDigits: 2 }),
  fixed: (value) => value.toFixed(1),
};

/** Replaces each `{{path}}` or `{{path|format}}` in a source by its fact. @throws Error on an unknown path or format */
export function fillFacts(source: string, facts: Facts): string {
  return source.replace(/\{\{([\w.]+)(?:\|(\w+))?\}\}/g, (_, path: string, format?: string) => {
    const value = factAt(facts, path);
    if (typeof value === 'string') return value;
    if (format === undefined) return grouped(value);
    const write = formats[format];
    if (!write) throw new Error(`"${format}" is no way to write the fact "${path}".`);
    return write(value);
  });
}
