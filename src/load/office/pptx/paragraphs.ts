import { textOfRuns } from '../../write/superscript.ts';
import { childElements, elementAt, textBelow, type XmlElement } from '../xml.ts';

/** Paragraphs of one kind in a row: lines of a list, or a single paragraph. */
export interface TextPart {
  readonly kind: 'list' | 'text';
  readonly text: string;
}

/**
 * The text of a shape. A list's lines are marked as in Markdown; whether a paragraph is one, it says itself, or the first of
 * the styles that says it of its level.
 */
export function textParts(body: XmlElement, styles: readonly XmlElement[]): TextPart[] {
  const parts: TextPart[] = [];
  const counters: number[] = [];
  for (const paragraph of childElements(body, 'p')) {
    const text = paragraphText(paragraph);
    if (text === '') continue;
    const level = Math.min(Math.max(Number(elementAt(paragraph, 'pPr')?.attributes.lvl ?? 0) || 0, 0), 8);
    const bullet = bulletOf(paragraph, level, styles);
    counters.length = Math.min(counters.length, level + 1);
    if (bullet === undefined) counters.length = Math.min(counters.length, level);
    const before = parts.at(-1);
    if (bullet === undefined) parts.push({ kind: 'text', text });
    else {
      const line = listLine(text, level, markOf(bullet, level, counters));
      if (before?.kind === 'list')
        parts[parts.length - 1] = { kind: 'list', text: `${before.text}\n${line}` };
      else parts.push({ kind: 'list', text: line });
    }
  }
  return parts;
}

/** The text of a paragraph, its line breaks kept. */
function paragraphText(paragraph: XmlElement): string {
  const runs = childElements(paragraph).map((run) => ({
    text: textOfRun(run),
    isRaised: Number.parseInt(elementAt(run, 'rPr')?.attributes.baseline ?? '', 10) > 0,
  }));
  return textOfRuns(runs)
    .replace(/[ \t\v\f]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

function textOfRun(run: XmlElement): string {
  if (run.name === 'br') return '\n';
  if (run.name === 'r' || run.name === 'fld') return textBelow(elementAt(run, 't'));
  return run.name === 'm' ? textBelow(run) : '';
}

/** The text of all paragraphs of a body on lines of their own. */
export function plainText(body: XmlElement | undefined): string {
  return childElements(body, 'p').map(paragraphText).filter(Boolean).join('\n');
}

/** The element that gives a paragraph its bullet or number; undefined where it has none. */
function bulletOf(
  paragraph: XmlElement,
  level: number,
  styles: readonly XmlElement[],
): XmlElement | undefined {
  const ofLevel = styles.map((style) => elementAt(style, `lvl${level + 1}pPr`));
  for (const properties of [elementAt(paragraph, 'pPr'), ...ofLevel]) {
    const found = childElements(properties).find(({ name }) => bullets.has(name));
    if (found) return found.name === 'buNone' ? undefined : found;
  }
  return undefined;
}

const bullets = new Set(['buNone', 'buChar', 'buAutoNum', 'buBlip']);

function markOf(bullet: XmlElement, level: number, counters: number[]): string {
  if (bullet.name !== 'buAutoNum') return '- ';
  const start = Number(bullet.attributes.startAt ?? 1) || 1;
  counters[level] = (counters[level] ?? start - 1) + 1;
  return `${counters[level]}. `;
}

function listLine(text: string, level: number, mark: string): string {
  const indent = '  '.repeat(level);
  return indent + mark + text.replaceAll('\n', `\n${indent}  `);
}
