import type { Block, LoadedDocument } from '../../types.ts';

/**
 * A document as Markdown: headings with their level, code between fences, tables as they stand, everything else as
 * paragraphs. A document that is Markdown already stays as it is.
 */
export function asMarkdown(document: LoadedDocument): string {
  const { text, format, blocks } = document;
  if (format === 'markdown') return text;
  const levels = levelsByStart(document);
  return `${blocks.map((block) => blockAsMarkdown(text, block, levels.get(block.charStart))).join('\n\n')}\n`;
}

/** Several sections may begin at one place: the innermost has the heading that stands there. */
function levelsByStart({ sections }: LoadedDocument): Map<number, number> {
  return new Map(sections.map(({ charStart, level }) => [charStart, level]));
}

function blockAsMarkdown(
  text: string,
  { kind, charStart, charEnd }: Block,
  level: number | undefined,
): string {
  const content = text.slice(charStart, charEnd).trimEnd();
  if (kind === 'code') return fenced(content);
  if (kind === 'heading')
    return `${'#'.repeat(level ?? 6)} ${content.replaceAll(/\s+/g, (space) => (space.includes('\n') ? ' ' : space))}`;
  return content;
}

/** Code between fences, which are longer than any run of backticks within. */
export function fenced(code: string, language = ''): string {
  const runs = code.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}${language}\n${code}\n${fence}`;
}
