import type { DocumentWriter } from '../write/document-writer.ts';
import { readPlainText } from '../text/text.ts';
import type { JsonEntry, JsonNode } from './json-values.ts';
import { mostInPart, partHeading } from './parts.ts';
import { RowWriter } from './row-writer.ts';

/** An object with more values than this has a section of its own. */
const mostInLines = 12;
/** Of a list of plain values that stands in one line. */
const longestList = 200;
const mostColumns = 40;
const longestCell = 300;
/** Shorter values are no whole texts. */
const fewestInText = 1000;
/** Of a longer path the end is repeated with the values below it: deep nesting would make the text a thousand times the file. */
const longestPath = 200;

/** Writes a value as a document. */
export function writeJson(writer: DocumentWriter, value: JsonNode): void {
  new JsonWriter(writer).value(value, '', 1);
}

/** Writes a value as one paragraph, a line each of what it holds. */
export function writeRecord(writer: DocumentWriter, value: JsonNode): void {
  const lines: string[] = [];
  addLines(lines, value, '');
  writer.block('text', lines.join('\n'));
}

class JsonWriter {
  readonly #writer: DocumentWriter;
  /** Of the paragraph that is not written yet. */
  #lines: string[] = [];

  constructor(writer: DocumentWriter) {
    this.#writer = writer;
  }

  /** @param path from the outermost value. @param level of its sections. */
  value(value: JsonNode, path: string, level: number): void {
    if (value.kind === 'object')
      for (const { key, value: inner } of value.entries) this.#entry(key, inner, { path, level });
    else if (value.kind === 'array') this.#items(value.items, path, level);
    else if (isWholeText(value)) this.#writer.append(readPlainText(value.text.replaceAll(/\r\n?/g, '\n')));
    else this.#lines.push(value.text);
    this.#flush();
  }

  #entry(
    key: string,
    value: JsonNode,
    { path, level }: { readonly path: string; readonly level: number },
  ): void {
    if (countOf(value, mostInLines + 1) <= mostInLines && !isTable(value))
      return addLines(this.#lines, value, key);
    this.#flush();
    const whole = pathTo(path, key);
    this.#writer.heading(whole, level);
    this.value(value, whole, level + 1);
    this.#writer.endSections(level);
  }

  #items(items: readonly JsonNode[], path: string, level: number): void {
    const columns = columnsOf(items);
    if (columns) return this.#table(items, columns, { path, level });
    const isParted = items.length > mostInPart && !items.every(isPlain);
    items.forEach((item, index) => {
      if (isParted && index % mostInPart === 0) {
        const last = Math.min(items.length, index + mostInPart);
        this.#flush();
        this.#writer.section(partHeading({ name: path, unit: 'items', first: index + 1, last }), level);
      }
      this.#item(item, pathToItem(path, index), isParted ? level + 1 : level);
    });
    this.#flush();
    if (isParted) this.#writer.endSections(level);
  }

  #item(item: JsonNode, place: string, level: number): void {
    if (isPlain(item) && !isWholeText(item)) {
      this.#lines.push(`- ${item.text}`);
      return;
    }
    this.#flush();
    if (countOf(item, mostInLines + 1) <= mostInLines) return writeRecord(this.#writer, item);
    this.#writer.section(place, level);
    this.value(item, place, level + 1);
    this.#writer.endSections(level);
  }

  #table(
    items: readonly JsonNode[],
    columns: readonly string[],
    { path, level }: { readonly path: string; readonly level: number },
  ): void {
    const header = [{ number: 0, cells: columns }];
    const rows = new RowWriter(this.#writer, { header, level, unit: 'items', name: path });
    items.forEach((item, index) => {
      const values = new Map(
        item.kind === 'object' ? item.entries.map(({ key, value }) => [key, value]) : [],
      );
      const cells = columns.map((column) => cellOf(values.get(column)));
      rows.add({ number: index + 1, cells });
    });
    rows.end();
  }

  #flush(): void {
    this.#writer.block('text', this.#lines.join('\n'));
    this.#lines = [];
  }
}

type PlainNode = Extract<JsonNode, { readonly text: string }>;
const isPlain = (value: JsonNode): value is PlainNode => 'text' in value;

/** Whether a value is a text with paragraphs, such as a licence. */
const isWholeText = (value: PlainNode): boolean =>
  value.text.length >= fewestInText && /\n[^\S\n]*\n/.test(value.text);

function addLines(lines: string[], value: JsonNode, path: string): void {
  const label = path === '' ? '' : `${path}: `;
  if (isPlain(value)) lines.push(label + value.text);
  else if (value.kind === 'object') {
    if (value.entries.length === 0) lines.push(`${label}{}`);
    for (const { key, value: inner } of value.entries) addLines(lines, inner, pathTo(path, key));
  } else if (isShortList(value)) lines.push(label + inlineList(value));
  else value.items.forEach((item, index) => addLines(lines, item, pathToItem(path, index)));
}

const pathTo = (path: string, key: string) => (path === '' ? key : `${shortened(path)}.${key}`);
const pathToItem = (path: string, index: number) => `${shortened(path)}[${index}]`;

function shortened(path: string): string {
  if (path.length <= longestPath) return path;
  return `…${path.slice(-longestPath).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

/** Lists of numbers, also of lists of them as for coordinates, and of short words. */
const isShortList = (value: JsonNode) => value.kind === 'array' && roomAfter(value, longestList) >= 0;

/** What a value leaves of the room in a line; below 0 where it does not fit, or is no value of one line. */
function roomAfter(value: JsonNode, room: number): number {
  if (value.kind === 'object' || room < 0) return -1;
  if (value.kind !== 'array') return value.text.includes('\n') ? -1 : room - value.text.length;
  let left = room;
  for (const item of value.items) {
    left = roomAfter(item, left - 2);
    if (left < 0) return -1;
  }
  return left;
}

function inlineList(value: JsonNode): string {
  if (value.kind !== 'array') return isPlain(value) ? value.text : '';
  const items = value.items.map((item) =>
    item.kind === 'array' ? `[${inlineList(item)}]` : inlineList(item),
  );
  return items.length === 0 ? '[]' : items.join(', ');
}

/** Values in all, counted no further than `most`; a whole text has a section of its own as so many have. */
function countOf(value: JsonNode, most: number): number {
  if (isPlain(value) && isWholeText(value)) return most;
  if (isPlain(value) || isShortList(value)) return 1;
  const inner = value.kind === 'array' ? value.items : value.entries.map((entry: JsonEntry) => entry.value);
  let count = 0;
  for (const one of inner) {
    count += countOf(one, most - count);
    if (count >= most) break;
  }
  return Math.max(1, count);
}

const isTable = (value: JsonNode) => value.kind === 'array' && columnsOf(value.items) !== undefined;

/** The keys of a list of objects that have the same ones for the most part, and short values; undefined for other lists. */
function columnsOf(items: readonly JsonNode[]): string[] | undefined {
  if (items.length < 2) return undefined;
  const columns = new Set<string>();
  let filled = 0;
  for (const item of items) {
    if (item.kind !== 'object' || !item.entries.every(({ value }) => isCell(value))) return undefined;
    const keys = new Set(item.entries.map(({ key }) => key));
    if (keys.size < item.entries.length) return undefined;
    for (const key of keys) columns.add(key);
    if (columns.size > mostColumns) return undefined;
    filled += keys.size;
  }
  return columns.size > 0 && filled * 2 >= columns.size * items.length ? [...columns] : undefined;
}

const isCell = (value: JsonNode) =>
  isPlain(value) ? !value.text.includes('\n') && value.text.length <= longestCell : isShortList(value);

const cellOf = (value: JsonNode | undefined) => (value === undefined ? '' : inlineList(value));
