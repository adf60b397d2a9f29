import { isFurniture } from './furniture.ts';
import { placeByReadability } from './readability.ts';
import { attribute, childrenOf, findElement, findElements, isElement, isUnseen, walk } from './tree.ts';
import type { HtmlDocument, HtmlElement, HtmlNode } from './tree.ts';

/** The share of the page's prose that main content must hold to be believed: marked as such by the author, or guessed. */
const minDeclaredShare = 0.5;
const minGuessedShare = 0.7;
/** With less prose there is nothing to choose from. */
const minGuessedChars = 500;

/**
 * The element that holds a page's main content: `<main>` or its like when it has most of the prose (text outside
 * links and page furniture), else what Readability finds when that has nearly all of it, else the body.
 */
export async function mainContent(document: HtmlDocument): Promise<HtmlNode> {
  const body = findElement(document, ({ tagName }) => tagName === 'body') ?? document;
  const prose = proseLengths(body);
  const total = prose.get(body) ?? 0;
  const declared = declaredMain(body).find((element) => (prose.get(element) ?? 0) > minDeclaredShare * total);
  if (declared) return declared;
  const guessed = total >= minGuessedChars ? await placeByReadability(document, body) : undefined;
  return guessed && (prose.get(guessed) ?? 0) > minGuessedShare * total ? guessed : body;
}

function declaredMain(body: HtmlNode): HtmlElement[] {
  const articles = findElements(body, ({ tagName }) => tagName === 'article');
  return [
    ...findElements(body, (element) => element.tagName === 'main' || attribute(element, 'role') === 'main'),
    ...(articles.length === 1 ? articles : []),
  ];
}

/** Characters of prose below each element, without white space, in one walk. */
function proseLengths(root: HtmlNode): Map<HtmlNode, number> {
  const lengths = new Map<HtmlNode, number>();
  walk(root, {
    enter(node) {
      if ('value' in node) lengths.set(node, node.value.replace(/\s+/g, '').length);
      return !isElement(node) || !(node.tagName === 'a' || isUnseen(node) || isFurniture(node));
    },
    leave(node) {
      const inside = childrenOf(node).reduce((sum, child) => sum + (lengths.get(child) ?? 0), 0);
      lengths.set(node, (lengths.get(node) ?? 0) + inside);
    },
  });
  return lengths;
}
