import {
  attribute,
  findElement,
  type HtmlElement,
  isElement,
  parseHtml,
  textOf,
  walk,
} from '../../html/tree.ts';
import { oneLine } from '../../../util/strings/one-line.ts';
import { partName } from '../relationships.ts';
import { childElements, elementAt, parseXml, textBelow, type XmlElement } from '../xml.ts';
import type { ZipArchive } from '../zip.ts';
import { type BookPackage, decodedPath } from './package.ts';
import { decodeText } from '../../detect/decode.ts';

/** A line of a book's table of contents. */
export interface ContentsEntry {
  readonly title: string;
  /** From 1. */
  readonly level: number;
  readonly part: string;
}

/** The table of contents of a book: its navigation document, or what older books have; empty where there is neither. */
export async function readContents(
  archive: ZipArchive,
  { navigation, ncx }: BookPackage,
): Promise<ContentsEntry[]> {
  const page = navigation && archive.read(navigation.part);
  const entries = page ? await navigationEntries(htmlOf(page), navigation.part) : [];
  if (entries.length > 0) return entries;
  const list = ncx && archive.read(ncx.part);
  const map = list && elementAt(await parseXml(list, ncx.part), 'navMap');
  return map ? ncxEntries(map, { part: ncx!.part, level: 1 }) : [];
}

const isContents = (element: HtmlElement): boolean =>
  element.tagName === 'nav' && attribute(element, 'epub:type') === 'toc';

async function navigationEntries(html: string, part: string): Promise<ContentsEntry[]> {
  const { document } = await parseHtml(html);
  const contents = findElement(document, isContents);
  const entries: ContentsEntry[] = [];
  let level = 0;
  walk(contents ?? document, {
    enter(node) {
      if (!isElement(node)) return true;
      if (node.tagName === 'ol') level++;
      const href = node.tagName === 'a' ? attribute(node, 'href') : undefined;
      if (href !== undefined && level > 0)
        entries.push({ title: textOf(node), level, part: target(href, part) });
      return true;
    },
    leave(node) {
      if (isElement(node) && node.tagName === 'ol') level--;
    },
  });
  return entries.filter(({ title }) => title !== '');
}

function ncxEntries(list: XmlElement, { part, level }: { part: string; level: number }): ContentsEntry[] {
  return childElements(list, 'navPoint').flatMap((point) => {
    const title = oneLine(textBelow(elementAt(point, 'navLabel', 'text')));
    const source = elementAt(point, 'content')?.attributes.src;
    const inner = ncxEntries(point, { part, level: level + 1 });
    return title === '' || source === undefined
      ? inner
      : [{ title, level, part: target(source, part) }, ...inner];
  });
}

const target = (href: string, from: string) => partName(decodedPath(href.replace(/#.*$/s, '')), from);

/** Elements that have no end tag in HTML either. */
const withoutEnd = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));

/**
 * A page in XHTML as HTML: an HTML parser takes `<title/>` for a beginning, and reads what is declared in a document type as
 * text.
 */
export function htmlOf(bytes: Uint8Array): string {
  return decodeText(bytes, { html: true })
    .text.replace(/<!doctype[^<>[\]]*\[[^\]]*\]\s*>/i, '')
    .replace(/<([a-z][\w:-]*)(?![\w:-])([^<>]*)\/>/gi, (tag, name: string, rest: string) =>
      withoutEnd.has(name.toLowerCase()) ? tag : `<${name}${rest}></${name}>`,
    );
}
