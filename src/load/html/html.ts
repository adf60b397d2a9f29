import type { LoadedDocument } from '../../types.ts';
import { decodeText } from '../detect/decode.ts';
import { charsetOf } from '../detect/detect.ts';
import { htmlBibliography } from './bibliography.ts';
import { isFurniture } from './furniture.ts';
import { baseOf } from './link-target.ts';
import { mainContent } from './main-content.ts';
import { headingsByLook } from './look/headings-by-look.ts';
import { pageEnds } from './page-ends.ts';
import { preformattedProse } from './preformatted-prose.ts';
import { readingText, type ReadingText } from './reading-text.ts';
import { attribute, findElement, type HtmlElement, isElement, isUnseen, parseHtml, walk } from './tree.ts';
import type { HtmlDocument, HtmlNode } from './tree.ts';
import type { Loader } from '../loader.ts';
import { sectionsOf } from '../sections.ts';

/** Reads the main content of HTML pages as text: no navigation, no hidden parts; ids become the anchors of sections. */
export const htmlLoader: Loader = {
  async load({ bytes, name, contentType }) {
    const { text } = decodeText(bytes, { charset: charsetOf(contentType), html: true });
    return readHtml(text, /^https?:/i.test(name) ? name : undefined);
  },
};

/** `url` is where the page comes from: its links are made absolute with it. */
export async function readHtml(source: string, url?: string): Promise<LoadedDocument> {
  const { document, simplified } = await parseHtml(source);
  const content = await mainContent(document);
  const base = baseOf(document, url);
  const main = readingText(content, { title: titleOutside(document, content), base, ...pageEnds(content) });
  // An element of navigation that is never closed holds the whole page.
  const read = main.text === '' ? readingText(document, { base, keepsFurniture: true }) : main;
  const { text, tables, links } = read;
  const { blocks, headings } = isOutlined(read) ? read : (preformattedProse(read) ?? byLook(read));
  const language = languageOf(document);
  return {
    text,
    format: 'html',
    pages: [],
    sections: sectionsOf(headings, text.length),
    blocks,
    ...(tables.length > 0 ? { tables } : {}),
    ...(links.length > 0 ? { links } : {}),
    bibliography: htmlBibliography(document, text),
    ...(language ? { language } : {}),
    warnings: simplified ? ['The HTML is malformed; inline formatting tags were ignored to read it.'] : [],
  };
}

/** Headings that stand below this share of the text outline nothing. */
const lastStart = 0.9;

const isOutlined = ({ headings: [first], text }: ReadingText): boolean =>
  first !== undefined && first.charStart < lastStart * text.length;

function byLook({ text, blocks, looks, headings }: ReadingText): Pick<ReadingText, 'blocks' | 'headings'> {
  const found = headingsByLook(
    text,
    blocks.map((block, index) => ({ ...block, look: looks[index] })),
  );
  const all = [...found.headings, ...headings].sort((a, b) => a.charStart - b.charStart);
  return { blocks: found.blocks, headings: all };
}

/** The page's only level 1 heading where it stands beside the main content or in the page's header. */
function titleOutside(document: HtmlDocument, content: HtmlNode): HtmlElement | undefined {
  const titles: HtmlElement[] = [];
  let isRead = false;
  let furniture: HtmlElement | undefined;
  let inContent = false;
  walk(document, {
    enter(node) {
      if (node === content) inContent = true;
      if (!isElement(node)) return true;
      if (isUnseen(node) || (isFurniture(node) && node.tagName !== 'header' && node !== content))
        return false;
      if (isFurniture(node) && node !== content) furniture ??= node;
      if (node.tagName === 'h1') {
        titles.push(node);
        if (inContent && !furniture) isRead = true;
      }
      return true;
    },
    leave(node) {
      if (node === content) inContent = false;
      if (node === furniture) furniture = undefined;
    },
  });
  return titles.length === 1 && !isRead ? titles[0] : undefined;
}

/** ISO 639-1 from `<html lang>`; other codes say nothing here. */
function languageOf(document: HtmlDocument): string | undefined {
  const html = findElement(document, ({ tagName }) => tagName === 'html');
  const declared = html && (attribute(html, 'lang') ?? attribute(html, 'xml:lang'));
  return /^[a-z]{2}(?=$|[-_])/i.exec(declared ?? '')?.[0].toLowerCase();
}
