import type { LoadedDocument } from '../../types.ts';
import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import type { Loader } from '../loader.ts';
import { readFrontMatter } from './front-matter.ts';
import { headingText, slugger } from './heading-text.ts';
import { withClauses } from '../clauses/clause-sections.ts';
import { scanMarkdown } from './scan.ts';
import { readTable } from './table.ts';
import { type Heading, sectionsOf } from '../sections.ts';

/**
 * Reads Markdown as it is written, so that quotes are verbatim: the text is the source after its YAML front
 * matter, which becomes the bibliography. Headings make sections with GitHub's anchors.
 */
export const markdownLoader: Loader = {
  async load({ bytes, contentType }) {
    return readMarkdown(decodeText(bytes, { charset: charsetOf(contentType) }).text);
  },
};

export async function readMarkdown(source: string): Promise<LoadedDocument> {
  const { bibliography, labels, language, length, warnings } = await readFrontMatter(source);
  const text = source.slice(length);
  const scanned = scanMarkdown(text);
  const slugOf = slugger();
  const marked = scanned.flatMap(({ level, charStart, charEnd }): Heading[] => {
    const heading = level === undefined ? '' : headingText(text.slice(charStart, charEnd));
    return level === undefined || heading === ''
      ? []
      : [{ text: heading, level, charStart, anchor: slugOf(heading) }];
  });
  const { blocks, headings } = withClauses({
    text,
    blocks: scanned.map(({ kind, charStart, charEnd }) => ({ kind, charStart, charEnd })),
    headings: marked,
  });
  const tables = scanned
    .filter(({ kind }) => kind === 'table')
    .map(({ charStart, charEnd }) => readTable(text, charStart, charEnd));
  return {
    text,
    format: 'markdown',
    pages: [],
    sections: sectionsOf(headings, text.length),
    blocks,
    ...(tables.length > 0 ? { tables } : {}),
    bibliography,
    ...(Object.keys(labels).length > 0 ? { labels } : {}),
    ...(language ? { language } : {}),
    warnings,
  };
}
