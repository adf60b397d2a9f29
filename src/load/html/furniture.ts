import { attribute, type HtmlElement, isElement } from './tree.ts';

const furniture = new Set(['nav', 'aside', 'footer', 'menu']);
const furnitureRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar tablist dialog'.split(' '),
);
/** Ancestors looked at, so that depth costs no more than length. */
const maxClimb = 100;

/** Whether an element frames the page instead of being its content. A header is furniture of the page, not of an article. */
export function isFurniture(element: HtmlElement): boolean {
  if (furniture.has(element.tagName) || furnitureRoles.has(attribute(element, 'role') ?? '')) return true;
  return element.tagName === 'header' && !hasAncestor(element, ['main', 'article', 'section']);
}

function hasAncestor(element: HtmlElement, names: readonly string[]): boolean {
  let node = element.parentNode;
  for (let climbed = 0; climbed < maxClimb && node && isElement(node); climbed++) {
    if (names.includes(node.tagName)) return true;
    node = node.parentNode;
  }
  return false;
}
