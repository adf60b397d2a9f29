import { z } from 'zod';

/** The schema behind defaults, transforms and `optional`. */
export function innerSchema(schema: unknown): unknown {
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
