import type { DefaultTreeAdapterTypes } from 'parse5';
import { isUpperNumber, superscript } from '../write/superscript.ts';

export type HtmlNode = DefaultTreeAdapterTypes.Node;
export type HtmlElement = DefaultTreeAdapterTypes.Element;
export type HtmlText = DefaultTreeAdapterTypes.TextNode;
export type HtmlDocument = DefaultTreeAdapterTypes.Document;

/** Elements that never hold text to read. */
const silent = new Set(
  'script style noscript template svg iframe object embed canvas audio video rp rt select button input textarea datalist dialog annotation annotation-xml head'.split(
    ' ',
  ),
);
const blocks = new Set(
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table caption thead tbody tfoot tr td th ul'.split(
    ' ',
  ),
);
/** Inline tags that a parser must open again in every later block when they are left open. */
const formatting = /<\/?(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?:\s[^<>]*)?>/gi;

export interface ParsedHtml {
  readonly document: HtmlDocument;
  /** True when formatting tags were dropped because they would have multiplied without bound. */
  readonly simplified: boolean;
}

class TooManyElements extends Error {}

/**
 * Parses HTML as browsers do. Thousands of unclosed formatting tags make the standard's algorithm create elements
 * by the square; when there are ten times more than tags, the page is parsed again without those tags.
 */
export async function parseHtml(source: string): Promise<ParsedHtml> {
  const { parse, defaultTreeAdapter } = await import('parse5');
  let left = 1000 + 10 * (source.match(/</g)?.length ?? 0);
  const createElement: typeof defaultTreeAdapter.createElement = (...args) => {
    if (--left < 0) throw new TooManyElements();
    return defaultTreeAdapter.createElement(...args);
  };
  try {
    const document = parse(source, { treeAdapter: { ...defaultTreeAdapter, createElement } });
    return { document: withRaisedNumbers(document), simplified: false };
  } catch (error) {
    if (!(error instanceof TooManyElements)) throw error;
    return { document: withRaisedNumbers(parse(source.replace(formatting, ''))), simplified: true };
  }
}

/** Numbers in `<sup>` become raised digits, but for the upper one of a fraction. */
function withRaisedNumbers(document: HtmlDocument): HtmlDocument {
  walk(document, {
    enter(node) {
      childrenOf(node).forEach((child, index, siblings) => {
        if (
          isSuperscript(child) &&
          !isUpperNumber(valueOf(siblings[index - 1]), valueOf(siblings[index + 1]))
        )
          raiseNumbers(child);
      });
      return !isSuperscript(node);
    },
  });
  return document;
}

const isSuperscript = (node: HtmlNode) => isElement(node) && node.tagName === 'sup';

const valueOf = (node: HtmlNode | undefined) => (node && 'value' in node ? node.value : '');

function raiseNumbers(sup: HtmlNode): void {
  walk(sup, {
    enter(node) {
      if ('value' in node) node.value = superscript(node.value);
      return true;
    },
  });
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function childrenOf(node: HtmlNode): readonly HtmlNode[] {
  return 'childNodes' in node ? node.childNodes : [];
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

/** Whether an attribute that holds a list of words has this one, in any case. */
export function hasWord(element: HtmlElement, name: string, word: string): boolean {
  return (attribute(element, name) ?? '').toLowerCase().split(/\s+/).includes(word);
}

/** What stands in the element itself, as it is. */
export function ownText(element: HtmlElement): string {
  return element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

/** Whether the element begins and ends lines of its own. */
export function isBlock(element: HtmlElement): boolean {
  return blocks.has(element.tagName);
}

/** Whether a browser shows nothing of the element, or nothing that is text. */
export function isUnseen(element: HtmlElement): boolean {
  // A page that is hidden as a whole is shown by a script.
  if (element.tagName === 'html' || element.tagName === 'body') return false;
  if (
    (silent.has(element.tagName) && !isHeadingButton(element)) ||
    attribute(element, 'hidden') !== undefined
  )
    return true;
  if (attribute(element, 'aria-hidden') === 'true') return true;
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attribute(element, 'style') ?? '');
}

/** Whether what follows stands beside it, not below. */
export function floatsLeft(element: HtmlElement): boolean {
  return /(?:^|[;\s])float\s*:\s*left/i.test(attribute(element, 'style') ?? '');
}

/** Sections that open at a click have their headings in buttons. */
function isHeadingButton({ tagName, parentNode }: HtmlElement): boolean {
  return tagName === 'button' && parentNode !== null && /^h[1-6]$/.test(parentNode.nodeName);
}

export interface Visitor {
  /** False leaves out what is inside, without a call of `leave`; `'stop'` ends the walk. */
  readonly enter: (node: HtmlNode) => boolean | 'stop';
  readonly leave?: (node: HtmlNode) => void;
}

/** Visits nodes in document order, without recursion: pages nest as deep as they like. */
export function walk(root: HtmlNode, { enter, leave }: Visitor): void {
  if (enter(root) !== true) return;
  const stack = [{ node: root, next: 0 }];
  while (stack.length > 0) {
    const frame = stack.at(-1)!;
    const child = childrenOf(frame.node)[frame.next++];
    if (!child) {
      stack.pop();
      leave?.(frame.node);
      continue;
    }
    const entered = enter(child);
    if (entered === 'stop') return;
    if (entered) stack.push({ node: child, next: 0 });
  }
}

/** The first element in document order that the test holds for. */
export function findElement(
  root: HtmlNode,
  test: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  let found: HtmlElement | undefined;
  walk(root, {
    enter(node) {
      if (isElement(node) && test(node)) found = node;
      return found ? 'stop' : true;
    },
  });
  return found;
}

export function findElements(root: HtmlNode, test: (element: HtmlElement) => boolean): HtmlElement[] {
  const found: HtmlElement[] = [];
  walk(root, {
    enter(node) {
      if (isElement(node) && test(node)) found.push(node);
      return true;
    },
  });
  return found;
}

/** The seen text below a node on one line; blocks and line breaks stand apart by a space. */
export function textOf(root: HtmlNode): string {
  const parts: string[] = [];
  const separate = (node: HtmlNode) => {
    if (isElement(node) && (isBlock(node) || node.tagName === 'br')) parts.push(' ');
  };
  walk(root, {
    enter(node) {
      if ('value' in node) parts.push(node.value);
      separate(node);
      return !isElement(node) || !isUnseen(node);
    },
    leave: separate,
  });
  return collapse(parts.join('')).trim();
}

/** Joins white space as browsers do: not the no-break space. Soft hyphens and spaces without a width go, as nobody sees them. */
export function collapse(text: string): string {
  return text.replace(/[\u00ad\u200b\ufeff]/g, '').replace(/[ \t\n\f\r]+/g, ' ');
}
