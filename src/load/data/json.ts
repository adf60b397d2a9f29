import { UnreadableDocumentError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import { DocumentWriter } from '../write/document-writer.ts';
import { linesOf } from '../detect/lines.ts';
import type { Loader, LoadRequest } from '../loader.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { readPlainText } from '../text/text.ts';
import { JsonSyntaxError, type JsonNode, readJson } from './json-values.ts';
import { isNotebook, readNotebook } from './notebook.ts';
import { mostInPart, partHeading } from './parts.ts';
import { writeJson, writeRecord } from './write-json.ts';

/**
 * Reads JSON as lines `key: value`, larger objects as sections and lists of like objects as tables; JSON Lines as a paragraph
 * a record; notebooks as their cells. Text that is no JSON is read as it stands, with a warning.
 */
export const jsonLoader: Loader = {
  async load(request) {
    const { text } = decodeText(request.bytes, { charset: charsetOf(request.contentType) });
    try {
      return await readDocument(text.trim(), request);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      if (error.isTooDeep) throw tooDeep();
      return { ...readPlainText(text), format: 'json', warnings: [notJson(text.trim(), error.offset)] };
    }
  },
};

async function readDocument(text: string, request: LoadRequest): Promise<LoadedDocument> {
  const { value, end } = readJson(text);
  if (end === text.length) return isNotebook(value) ? readNotebook(value) : readValue(value, request);
  if (!/^[ \t]*\n/.test(text.slice(end, end + 200)) || text.slice(0, end).includes('\n')) {
    throw new JsonSyntaxError(end);
  }
  return readLines(text, request);
}

function readValue(value: JsonNode, request: LoadRequest): LoadedDocument {
  const writer = new DocumentWriter(request);
  writeJson(writer, value);
  const title = titleIn(value);
  return { ...documentOf(writer, []), bibliography: title === undefined ? {} : { title } };
}

const longestTitle = 160;

/** The `title` of the document, or its `name` where that has several words: other names are keys. */
function titleIn(value: JsonNode): string | undefined {
  if (value.kind !== 'object') return undefined;
  const textAt = (name: string): string => {
    const found = value.entries.find(({ key }) => key.toLowerCase() === name)?.value;
    const text = found?.kind === 'string' ? found.text.trim() : '';
    return text.length <= longestTitle && /\p{L}/u.test(text) && !text.includes('\n') ? oneLine(text) : '';
  };
  const [title, name] = [textAt('title'), textAt('name')];
  return title || (/\s/.test(name) ? name : '') || undefined;
}

function readLines(text: string, request: LoadRequest): LoadedDocument {
  const writer = new DocumentWriter(request);
  const bad: number[] = [];
  const lines = [...linesOf(text)];
  for (const [index, { start, end }] of lines.entries()) {
    const number = index + 1;
    if (index % mostInPart === 0) {
      const last = Math.min(lines.length, index + mostInPart);
      writer.section(partHeading({ unit: 'lines', first: number, last }), 1);
    }
    const line = text.slice(start, end).trim();
    const value = line === '' ? undefined : readRecord(line);
    if (value) writeRecord(writer, value);
    else if (line !== '') {
      writer.block('text', line);
      bad.push(number);
    }
  }
  return documentOf(writer, bad.length === 0 ? [] : [notAllJson(bad)]);
}

function notAllJson(lines: readonly number[]): string {
  return lines.length === 1
    ? `1 line is no JSON; it stands as it is: line ${lines[0]}.`
    : `${lines.length} lines are no JSON; they stand as they are: line ${lines[0]} is the first.`;
}

/** @throws JsonSyntaxError only for one that is nested too deeply. */
function readRecord(line: string): JsonNode | undefined {
  try {
    const { value, end } = readJson(line);
    return end === line.length ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError && !error.isTooDeep) return undefined;
    throw error;
  }
}

function documentOf(writer: DocumentWriter, warnings: readonly string[]): LoadedDocument {
  return { ...writer.finish(), format: 'json', pages: [], bibliography: {}, warnings };
}

function notJson(text: string, offset: number): string {
  const line = text.slice(0, offset).split('\n').length;
  return `It is no valid JSON from line ${line} on; it was read as plain text.`;
}

function tooDeep(): UnreadableDocumentError {
  return new UnreadableDocumentError('The JSON has more than 500 levels of lists and objects.', {
    hint: 'Check what wrote it; data that people read has a few levels.',
  });
}
