import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { lineError, type Place } from '../files/line-error.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

/** The text without a byte order mark. @throws ConfigError when the file cannot be read. */
export async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    throw new ConfigError(`Cannot read ${path}: ${(cause as Error).message}`, {
      hint: `Check the path; ${docsPage('evaluation.md')} lists the files of each kind of dataset.`,
      context: { file: path },
      cause,
    });
  }
}

export interface Row<Value> {
  readonly value: Value;
  readonly place: Place;
}

/**
 * Rows of a JSON Lines file, blank lines left out.
 * @throws ConfigError naming file and line when a line is not JSON or lacks a field.
 */
export async function readJsonLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<Row<z.output<Schema>>[]> {
  const rows: Row<z.output<Schema>>[] = [];
  for (const [index, line] of (await readText(path)).split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = { file: path, line: index + 1 };
    rows.push({ value: checkRow(parseJson(line, place), schema, place), place });
  }
  return rows;
}

function parseJson(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw lineError(place, `this is not JSON (${(error as Error).message})`);
  }
}

/** @throws ConfigError naming the place and the first thing that is wrong. */
export function checkRow<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
  place: Place,
): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw lineError(place, `${issue!.path.join('.') || 'the line'}: ${issue!.message}`);
}

/** Rows by id. @throws ConfigError naming both lines when an id comes twice. */
export function indexRows<Value>(
  rows: readonly Row<Value>[],
  what: string,
  idOf: (value: Value) => string,
): Map<string, Row<Value>> {
  const index = new Map<string, Row<Value>>();
  for (const row of rows) {
    const id = idOf(row.value);
    const first = index.get(id);
    if (first !== undefined) {
      throw lineError(row.place, `${what} "${id}" stands on line ${first.place.line} already`);
    }
    index.set(id, row);
  }
  return index;
}
