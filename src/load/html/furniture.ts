import { attribute, type HtmlElement, isElement, walk } from './tree.ts';

const furniture = new Set(['nav', 'footer', 'menu']);
const furnitureRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar tablist dialog'.split(' '),
);
/** Asides that belong to the text: footnotes, and what manuals set apart. */
const notes = /note|admonition|callout|caution|warning|danger|\btip\b|\bhint\b/i;
/** Columns of line numbers beside code. */
const lineNumbers =
  /(?:^|\s)(?:linenos?|lineno|gutter|rouge-gutter|hljs-ln-numbers|line-numbers-rows)(?:\s|$)/;
/** What MediaWiki sets beside the text: links to edit it and its list of languages, and two parts that its style hides on the screen. */
const wikiTools = /(?:^|\s)(?:mw-editsection|wb-langlinks-link|printfooter|mw-hidden-cats-hidden)(?:\s|$)/;
/** Left out when the page is printed: by MediaWiki and many others, Bootstrap from 2 on, Tailwind. Tables have data all the same. */
const unprinted = /(?:^|\s)(?:no-?print|hidden-print|d-print-none|print:hidden)(?:\s|$)/;
/** Longer parts that are not printed may be what the page says. */
const mostUnprinted = 500;
/** Texts and elements looked at in such a part. */
const mostNodes = 200;
/** Ancestors looked at, so that depth costs no more than length. */
const maxClimb = 100;

/** Whether an element frames the page instead of being its content. A header is furniture of the page, not of an article. */
export function isFurniture(element: HtmlElement): boolean {
  const className = attribute(element, 'class') ?? '';
  if (lineNumbers.test(className) || wikiTools.test(className)) return true;
  if (unprinted.test(className) && element.tagName !== 'table' && isShort(element)) return true;
  if (element.tagName === 'aside') return !isNote(element);
  if (isLanguageList(element)) return true;
  if (furniture.has(element.tagName) || furnitureRoles.has(attribute(element, 'role') ?? '')) return true;
  return element.tagName === 'header' && !hasAncestor(element, ['main', 'article', 'section']);
}

function isNote(aside: HtmlElement): boolean {
  return ['role', 'epub:type', 'class'].some((name) => notes.test(attribute(aside, name) ?? ''));
}

function isShort(element: HtmlElement): boolean {
  let [characters, nodes] = [0, 0];
  walk(element, {
    enter(node) {
      if ('value' in node) characters += node.value.trim().length;
      return ++nodes > mostNodes || characters > mostUnprinted ? 'stop' : true;
    },
  });
  return nodes <= mostNodes && characters <= mostUnprinted;
}

/** A list of nothing but links to pages that are each in another language. */
function isLanguageList({ tagName, childNodes }: HtmlElement): boolean {
  if (tagName !== 'ul' && tagName !== 'ol') return false;
  const languages = childNodes.filter(isElement).map(languageOf);
  return languages.length > 1 && !languages.includes('') && new Set(languages).size === languages.length;
}

/** The language of the page to which an item leads that is a link; empty for others. */
function languageOf({ childNodes }: HtmlElement): string {
  const [link, ...others] = childNodes.filter((node) => !('value' in node) || node.value.trim() !== '');
  const isLink = link !== undefined && isElement(link) && link.tagName === 'a' && others.length === 0;
  return isLink ? (attribute(link, 'hreflang') ?? '') : '';
}

function hasAncestor(element: HtmlElement, names: readonly string[]): boolean {
  let node = element.parentNode;
  for (let climbed = 0; climbed < maxClimb && node && isElement(node); climbed++) {
    if (names.includes(node.tagName)) return true;
    node = node.parentNode;
  }
  return false;
}
