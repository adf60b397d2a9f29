import { isFurniture } from './furniture.ts';
import { placeByReadability } from './readability.ts';
import { attribute, childrenOf, findElement, findElements, isElement, isUnseen, walk } from './tree.ts';
import type { HtmlDocument, HtmlElement, HtmlNode } from './tree.ts';

/** The share of the page's prose that main content must hold: marked as such by the author, or guessed. */
const minDeclaredShare = 0.5;
const minGuessedShare = 0.7;
/** With less prose there is nothing to choose from. */
const minGuessedChars = 500;
/** Classes that DocBook, AsciiDoc and docutils give to the sections of a text. */
const sections = /(?:^|\s)(?:sect(?:ion|\d)|chapter|appendix|refentry)(?:\s|$)/;
/** What stands for the title of one. */
const titles = /(?:^|\s)(?:titlepage|refnamediv|header)(?:\s|$)/;
/** Prose that makes an element a section like the one beside it. */
const minSectionChars = 100;

/**
 * The element that holds a page's main content: `<main>` or its like when it has most of the prose (text outside
 * links and page furniture), else the smallest element with nearly all of it around what Readability finds, the sections beside that
 * and those that it is in, else the body.
 */
export async function mainContent(document: HtmlDocument): Promise<HtmlNode> {
  const body = findElement(document, ({ tagName }) => tagName === 'body') ?? document;
  const prose = proseLengths(body);
  const total = prose.get(body) ?? 0;
  const declared = declaredMain(body).find((element) => (prose.get(element) ?? 0) > minDeclaredShare * total);
  if (declared) return declared;
  const guessed = total >= minGuessedChars ? await placeByReadability(document, body) : undefined;
  const isEnough = (element: HtmlElement) => (prose.get(element) ?? 0) > minGuessedShare * total;
  if (guessed === undefined) return body;
  const path = upwards(guessed, body);
  // Of several sections of one kind, Readability may keep a part.
  const inSections = path.findLastIndex((element) => hasLikeSection(element, prose));
  // Of a section with its title and first words, it may keep a table or another section.
  const section = path.findLastIndex(
    (element) => sections.test(attribute(element, 'class') ?? '') && opensWithTitle(element, prose),
  );
  return path.slice(Math.max(inSections + 1, section)).find(isEnough) ?? body;
}

/** The element and those around it up to the body, which is left out. */
function upwards(element: HtmlElement, body: HtmlNode): HtmlElement[] {
  const found: HtmlElement[] = [];
  for (let node: HtmlNode | null = element; node && node !== body && isElement(node); node = node.parentNode)
    found.push(node);
  return found;
}

/** Whether the first words of an element are its title: main columns of blogs are called sections too. */
function opensWithTitle(element: HtmlElement, prose: ReadonlyMap<HtmlNode, number>): boolean {
  const first = childrenOf(element).find((child) => (prose.get(child) ?? 0) > 0);
  return (
    first !== undefined &&
    isElement(first) &&
    (/^h[1-6]$/.test(first.tagName) || titles.test(attribute(first, 'class') ?? ''))
  );
}

/** Whether an element with the same tag and class and some prose stands beside it. */
function hasLikeSection(section: HtmlElement, prose: ReadonlyMap<HtmlNode, number>): boolean {
  const kind = attribute(section, 'class');
  const isLike = (other: HtmlNode) =>
    isElement(other) &&
    other !== section &&
    other.tagName === section.tagName &&
    attribute(other, 'class') === kind;
  return (
    !!kind &&
    childrenOf(section.parentNode!).some(
      (other) => isLike(other) && (prose.get(other) ?? 0) >= minSectionChars,
    )
  );
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
