import { withClauses } from '../clauses/clause-sections.ts';
import { readingText } from '../html/reading-text.ts';
import { findElement, type HtmlNode, isElement, parseHtml, walk } from '../html/tree.ts';
import { sectionsOf } from '../sections.ts';
import type { Written } from '../write/document-writer.ts';

/** All that a page holds, also what would frame a page of the web: for formats that have HTML inside. */
export async function readWholeHtml(source: string): Promise<Written> {
  const { document } = await parseHtml(source);
  const body = findElement(document, ({ tagName }) => tagName === 'body') ?? document;
  makePlain(body);
  const { text, tables, links, ...read } = readingText(body);
  const { blocks, headings } = withClauses({ text, ...read });
  const outward = links.filter(({ url }) => hasScheme.test(url));
  return {
    text,
    sections: sectionsOf(headings, text.length),
    blocks,
    ...(tables.length > 0 ? { tables } : {}),
    ...(outward.length > 0 ? { links: outward } : {}),
  };
}

/** Other links lead to places within the file. */
const hasScheme = /^[a-z][a-z\d+.-]*:/i;

const framing = new Set(['aside', 'footer', 'header', 'menu', 'nav']);
/** A role may leave an element out of web pages; ids lead nowhere in a file that no browser opens. */
const dropped = new Set(['id', 'name', 'role']);

/** Makes elements that are left out of web pages, such as a book's notes in `aside`, into plain blocks. */
function makePlain(root: HtmlNode): void {
  walk(root, {
    enter(node) {
      if (!isElement(node)) return true;
      if (framing.has(node.tagName)) node.tagName = 'div';
      node.attrs = node.attrs.filter(({ name }) => !dropped.has(name));
      return true;
    },
  });
}
