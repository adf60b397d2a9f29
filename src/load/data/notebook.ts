import type { LoadedDocument } from '../../types.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import { fenced } from '../write/as-markdown.ts';
import type { JsonNode } from './json-values.ts';

/** Whether a value is a Jupyter notebook. */
export function isNotebook(value: JsonNode): boolean {
  return field(value, 'cells')?.kind === 'array' && field(value, 'nbformat')?.kind === 'literal';
}

/** The cells of a notebook in their order: Markdown as it stands, code between fences, what it printed below it. */
export async function readNotebook(notebook: JsonNode): Promise<LoadedDocument> {
  const language = textOf(field(field(notebook, 'metadata', 'kernelspec'), 'language')) || 'python';
  const markdown = itemsOf(field(notebook, 'cells')).map((cell) => cellMarkdown(cell, language));
  const document = await readMarkdown(markdown.filter((cell) => cell.trim() !== '').join('\n\n'));
  const title = document.sections[0]?.heading;
  return {
    ...document,
    format: 'json',
    bibliography: { ...document.bibliography, ...(title ? { title } : {}) },
  };
}

function cellMarkdown(cell: JsonNode, language: string): string {
  const source = textOf(field(cell, 'source'));
  if (textOf(field(cell, 'cell_type')) !== 'code') return source;
  const outputs = itemsOf(field(cell, 'outputs')).map(
    (output) => textOf(field(output, 'text')) || textOf(field(output, 'data', 'text/plain')),
  );
  return [codeBlock(source, language), ...outputs.map((output) => codeBlock(output))].join('\n\n').trim();
}

const codeBlock = (code: string, language?: string) =>
  code.trim() === '' ? '' : fenced(code.trimEnd(), language);

function field(value: JsonNode | undefined, ...path: readonly string[]): JsonNode | undefined {
  return path.reduce<JsonNode | undefined>(
    (inner, key) =>
      inner?.kind === 'object' ? inner.entries.find((entry) => entry.key === key)?.value : undefined,
    value,
  );
}

const itemsOf = (value: JsonNode | undefined) => (value?.kind === 'array' ? value.items : []);

/** A string, or a list of its lines. */
function textOf(value: JsonNode | undefined): string {
  if (value?.kind === 'array') return value.items.map(textOf).join('');
  return value?.kind === 'string' ? value.text : '';
}
