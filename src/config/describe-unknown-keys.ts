import { z } from 'zod';
import { nearestName } from '../util/strings/nearest-name.ts';

/** What was meant by keys that the schema does not know, as a hint; `undefined` where it knows all. */
export function describeUnknownKeys(schema: z.ZodType, { issues }: z.ZodError): string | undefined {
  const hints = issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [];
    const known = knownAt(schema, issue.path);
    return issue.keys.map((key) => describeKey(key, issue.path, known));
  });
  return hints.length === 0 ? undefined : [...new Set(hints)].join(' ');
}

type Path = readonly PropertyKey[];

function describeKey(key: string, path: Path, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  if (nearest !== undefined) return `Did you mean ${[...path, nearest].join('.')}?`;
  const place = path.length === 0 ? '' : ` of ${path.join('.')}`;
  return `Known keys${place} are ${known.join(', ')}.`;
}

/** The keys of the object at a place such as `retrieval.routing.0`. */
function knownAt(schema: unknown, [key, ...rest]: Path): readonly string[] {
  if (key === undefined) return Object.keys(innerObject(schema)?.shape ?? {});
  return knownAt(schemaOf(innerSchema(schema), key), rest);
}

function schemaOf(outer: unknown, key: PropertyKey): unknown {
  if (outer instanceof z.ZodObject) return outer.shape[String(key)];
  if (outer instanceof z.ZodArray) return outer.element;
  return outer instanceof z.ZodRecord ? outer.valueType : undefined;
}

/** The schema behind defaults, transforms and `optional`. */
function innerSchema(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return innerSchema(schema.in);
  if (schema instanceof z.ZodPrefault || schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    return innerSchema(schema.unwrap());
  }
  return schema;
}

/** The object schema behind them, if there is one. */
export function innerObject(schema: unknown): z.ZodObject | undefined {
  const inner = innerSchema(schema);
  return inner instanceof z.ZodObject ? inner : undefined;
}
