import { attribute, type HtmlElement, isElement } from './tree.ts';

const furniture = new Set(['nav', 'footer', 'menu']);
const furnitureRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar tablist dialog'.split(' '),
);
/** Asides that belong to the text: footnotes, and what manuals set apart. */
const notes = /note|admonition|callout|caution|warning|danger|\btip\b|\bhint\b/i;
/** Columns of line numbers beside code. */
const lineNumbers =
  /(?:^|\s)(?:linenos?|lineno|gutter|rouge-gutter|hljs-ln-numbers|line-numbers-rows)(?:\s|$)/;
/** What a page marks as no part of it on paper, links to edit it, and those to the same in other languages. */
const notOnPaper = /(?:^|\s)(?:no-?print|mw-editsection|interlanguage-link|wbc-editpage)(?:\s|$)/;
/** Ancestors looked at, so that depth costs no more than length. */
const maxClimb = 100;

/** Whether an element frames the page instead of being its content. A header is furniture of the page, not of an article. */
export function isFurniture(element: HtmlElement): boolean {
  if (lineNumbers.test(attribute(element, 'class') ?? '')) return true;
  if (notOnPaper.test(attribute(element, 'class') ?? '')) return true;
  if (element.tagName === 'aside') return !isNote(element);
  if (furniture.has(element.tagName) || furnitureRoles.has(attribute(element, 'role') ?? '')) return true;
  return element.tagName === 'header' && !hasAncestor(element, ['main', 'article', 'section']);
}

function isNote(aside: HtmlElement): boolean {
  return ['role', 'epub:type', 'class'].some((name) => notes.test(attribute(aside, name) ?? ''));
}

function hasAncestor(element: HtmlElement, names: readonly string[]): boolean {
  let node = element.parentNode;
  for (let climbed = 0; climbed < maxClimb && node && isElement(node); climbed++) {
    if (names.includes(node.tagName)) return true;
    node = node.parentNode;
  }
  return false;
}
