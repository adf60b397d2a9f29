import { childrenOf, findElements, isElement, walk } from './tree.ts';
import type { HtmlDocument, HtmlElement, HtmlNode } from './tree.ts';

/** Readability and its document take longer than linear time and recurse: larger pages are not given to them. */
const maxChars = 1_500_000;
const maxElements = 15_000;
const maxDepth = 200;
const maxAttributes = 200;
const mark = 'data-pincite-node';
const containers = new Set(['article', 'center', 'div', 'form', 'main', 'section', 'td']);

/**
 * The smallest container with nine tenths of the text that Readability keeps, or undefined. Only the place is taken
 * from it: its own output leaves out headings and tables, and loses positions.
 */
export async function placeByReadability(
  document: HtmlDocument,
  body: HtmlNode,
): Promise<HtmlElement | undefined> {
  const elements = findElements(document, () => true);
  if (!isSmall(document, elements)) return undefined;
  const weights = keptWeights(body, await keptElements(document, elements));
  const enough = 0.9 * (weights.get(body) ?? 0);
  if (enough === 0) return undefined;
  let place: HtmlElement | undefined;
  for (let node: HtmlNode | undefined = body; node;) {
    if (isElement(node) && containers.has(node.tagName)) place = node;
    node = childrenOf(node).find((child) => isElement(child) && (weights.get(child) ?? 0) >= enough);
  }
  return place;
}

function isSmall(document: HtmlDocument, elements: readonly HtmlElement[]): boolean {
  if (elements.length > maxElements || elements.some(({ attrs }) => attrs.length > maxAttributes))
    return false;
  let [depth, deepest, chars] = [0, 0, 0];
  walk(document, {
    enter(node) {
      if ('value' in node) chars += node.value.length;
      deepest = Math.max(deepest, ++depth);
      return true;
    },
    leave: () => void depth--,
  });
  return deepest <= maxDepth && chars <= maxChars;
}

/** Numbers the elements, lets Readability work on a copy, and reads the numbers off what it keeps. */
async function keptElements(
  document: HtmlDocument,
  elements: readonly HtmlElement[],
): Promise<ReadonlySet<HtmlNode>> {
  const [{ serialize }, { parseHTML }, { Readability }] = await Promise.all([
    import('parse5'),
    import('linkedom'),
    import('@mozilla/readability'),
  ]);
  for (const [index, { attrs }] of elements.entries()) attrs.push({ name: mark, value: String(index) });
  try {
    const content = new Readability(parseHTML(serialize(document)).document).parse()?.content ?? '';
    const numbers = Array.from(content.matchAll(new RegExp(`${mark}="(\\d+)"`, 'g')), ([, index]) =>
      Number(index),
    );
    return new Set(numbers.flatMap((index) => elements[index] ?? []));
  } catch {
    // A page that Readability chokes on is read whole.
    return new Set();
  } finally {
    for (const { attrs } of elements) attrs.pop();
  }
}

/** Characters of text directly inside kept elements, summed upwards. */
function keptWeights(root: HtmlNode, kept: ReadonlySet<HtmlNode>): Map<HtmlNode, number> {
  const weights = new Map<HtmlNode, number>();
  walk(root, {
    enter: () => true,
    leave(node) {
      const weight = (child: HtmlNode) =>
        'value' in child ? (kept.has(node) ? child.value.trim().length : 0) : (weights.get(child) ?? 0);
      weights.set(
        node,
        childrenOf(node).reduce((sum, child) => sum + weight(child), 0),
      );
    },
  });
  return weights;
}
