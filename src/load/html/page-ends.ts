import {
  attribute,
  childrenOf,
  collapse,
  type HtmlElement,
  type HtmlNode,
  isBlock,
  isElement,
  isUnseen,
  walk,
} from './tree.ts';

/** Lines beside a page break that may repeat from page to page, on either side. */
const mostLines = 3;
const longestLine = 160;
const fewestLetters = 4;
/** Characters of what is surely no heading or item. */
const longLine = 100;
/** Characters of what may be a title alone, such as `CONTENTS`. */
const longestTitle = 20;
/** Pages without a number, or with a number of their own, between two. */
const mostStep = 2;
/** Pages on which a line must stand at the break. */
const fewestPages = 3;
/** Share of the rules that must have the number of a page beside them, where nothing else says that pages end there. */
const mostlyNumbered = 0.5;

const styledBreak = /(?:^|[;\s-])break-(before|after)\s*:\s*(?:always|page|left|right|recto|verso)\b/i;
/** The number of a page alone: `29`, `- 3 -`, `F-12`, `iv`. */
const pageNumber = /^(?:[-–—|[(]\s*)?(?:(?:\p{L}{1,2}-?)?#|[ivxlc]{1,7})(?:\s*[-–—|\])])?$/iu;

/** Between the number of a page and words. */
const apart = /\||\s{3,}/;
/** The number of a page beside words has fewer digits than a year. */
const longestBeside = 3;
/** Words of a page's head; a title with a number, such as `Work package | 2`, mostly has fewer. */
const fewestOfHead = 3;
/** What begins an item or a clause: `b)`, `(iv)`, `2.1 The`. */
const itemStart =
  /^\s*\(?(?:(?:\p{L}|[ivxlc]{1,6}|\p{N}{1,3})[.)]\s|\p{N}{1,3}(?:\.\p{N}{1,3}){0,4}\s+\p{Lu})/iu;
const sentenceEnd = /[\p{Po}\p{Pf}\p{Pe}"]\s*$/u;

/** Text that stands on lines of its own. */
interface Line {
  readonly owner: HtmlElement | undefined;
  readonly nodes: HtmlNode[];
  text: string;
  /** All of it leads to a place in the page. */
  isLink: boolean;
  /** In a table of several rows, a list or a listing. */
  readonly isFixed: boolean;
}

/** A break where pages end, by the index of the line after it. */
interface Break {
  readonly line: number;
  readonly isStyled: boolean;
}

/** What the ends of a printed document's pages do to its text. */
export interface PageEnds {
  /** Texts that repeat there: numbers of pages, and links to the contents. */
  readonly leftOut: ReadonlySet<HtmlNode>;
  /** The last text of a page whose sentence goes on over the break, with the first one of the next. */
  readonly goesOn: ReadonlyMap<HtmlNode, HtmlNode>;
}

const none: PageEnds = { leftOut: new Set(), goesOn: new Map() };

/**
 * Pages end where styles say so, or else at rules (`<hr>`) if numbers stand beside them. Heads in words alone stay: forms say the same on
 * each page. What repeats is taken from the break on, up to the first line that does not. Linear in the size of the page.
 */
export function pageEnds(root: HtmlNode): PageEnds {
  const { lines, breaks } = linesAndBreaks(root);
  const styled = breaks.filter(({ isStyled }) => isStyled);
  const isStyled = styled.length >= fewestPages;
  const inner = (isStyled ? styled : breaks).map(({ line }) => line);
  if (inner.length + 1 < fewestPages) return none;
  const ends = [0, ...inner, lines.length];
  const sides = ends.flatMap((end, index) => [
    lines.slice(Math.max(ends[index - 1] ?? 0, end - mostLines), end).reverse(),
    lines.slice(end, Math.min(ends[index + 1] ?? lines.length, end + mostLines)),
  ]);
  if (!isStyled && numberedSides(sides) < mostlyNumbered * inner.length) return none;
  const margins = new Set(repeating(sides));
  return {
    leftOut: new Set([...margins].flatMap(({ nodes }) => nodes)),
    goesOn: new Map(inner.flatMap((_, index) => goingOn(sides.slice(2 * index + 2, 2 * index + 4), margins))),
  };
}

/** Lines of paragraphs on the two sides of a break, the second in the middle of a sentence of the first. */
function goingOn(sides: readonly (readonly Line[])[], margins: ReadonlySet<Line>): [HtmlNode, HtmlNode][] {
  const [before, after] = sides.map((side) => side.find((line) => !margins.has(line)));
  if (!before || !after || !isOfParagraph(before) || !isOfParagraph(after)) return [];
  if (itemStart.test(after.text) || !(sentenceEnd.test(after.text) || after.text.length > longLine))
    return [];
  const isInSentence = before.text.length > longestTitle && /[\p{L}\p{N},;]\s*$/u.test(before.text);
  const breaksOff = isInSentence && /^\s*\p{Ll}/u.test(after.text);
  const areLong = Math.min(before.text.length, after.text.length) > longLine;
  const mayBreakOff = /[\p{Ll},]\s*$/u.test(before.text) && /^\s*[\p{Lu}\p{N}\p{Sc}]/u.test(after.text);
  return breaksOff || (areLong && mayBreakOff) ? [[before.nodes.at(-1)!, after.nodes[0]!]] : [];
}

const isOfParagraph = (line: Line): boolean => !line.isFixed && /^(?:p|div)$/.test(line.owner?.tagName ?? '');

const numberedSides = (sides: readonly (readonly Line[])[]): number =>
  sides.filter(([line]) => line && isMovable(line) && pageNumber.test(keyOf(line))).length;

function repeating(sides: readonly (readonly Line[])[]): Line[] {
  const lines = new Map<string, Line[]>();
  for (const [index, side] of sides.entries()) {
    for (const line of side.filter(isMovable)) {
      const key = sideKey(index, line);
      const alike = lines.get(key);
      if (!alike) lines.set(key, [line]);
      else if (!side.includes(alike.at(-1)!)) alike.push(line);
    }
  }
  const margins = new Set([...lines].flatMap(([key, of]) => (areMargins(of, isFoot(key)) ? [key] : [])));
  return sides.flatMap((side, index) => {
    const end = side.findIndex((line) => !isMovable(line) || !margins.has(sideKey(index, line)));
    return side.slice(0, end === -1 ? undefined : end);
  });
}

/**
 * Whether lines that stand alike at the breaks are links to a place in the page, or have numbers of pages, which count on. Beside words these
 * stand below the text, or are many: over it, `Lesson | 2` may be its title.
 */
function areMargins(lines: readonly Line[], areFeet: boolean): boolean {
  if (lines.length < fewestPages) return false;
  if (lines.every(({ isLink }) => isLink)) return true;
  const areAlone = pageNumber.test(keyOf(lines[0]!));
  if (!areAlone && !areFeet && wordCount(lines[0]!) < fewestOfHead) return false;
  const labels = areAlone ? lines.map(({ text }) => text) : lines.map(pageLabel);
  if (labels.includes(undefined)) return false;
  const numbers = labels.map((label) => Number(/\d+/.exec(label!)?.[0] ?? NaN));
  return numbers.every(
    (number, index) => !(Math.abs(number - (numbers[index - 1] ?? number) - 1) > mostStep),
  );
}

/** The number of a page apart from words: `Harbour Lines | 7`, `8   Harbour Lines`, or in a cell of its own. */
function pageLabel({ nodes }: Line): string | undefined {
  const parts = nodes.flatMap((node) => ('value' in node ? node.value.split(apart) : []));
  return parts
    .map((part) => part.trim())
    .find((part) => pageNumber.test(masked(part)) && (/\d+/.exec(part)?.[0] ?? '').length <= longestBeside);
}

/** Marks of items that are no page numbers say too little. */
const isMovable = (line: Line): boolean =>
  !line.isFixed &&
  (line.isLink || !/^h[1-6]$/.test(line.owner?.tagName ?? '')) &&
  line.text.length <= longestLine &&
  ((line.text.match(/\p{L}/gu)?.length ?? 0) >= fewestLetters || pageNumber.test(keyOf(line)));

const wordCount = ({ text }: Line): number => text.match(/\p{L}+/gu)?.length ?? 0;

/** With digits masked: those of pages differ. */
const keyOf = ({ text }: Line): string => masked(text.replace(/\s+/g, ' ').trim());

const masked = (text: string): string => text.replace(/\d+/g, '#');

/** Sides before a break have even numbers. */
const sideKey = (side: number, line: Line): string => `${side % 2} ${keyOf(line)}`;
const isFoot = (key: string): boolean => key.startsWith('0');

function linesAndBreaks(root: HtmlNode): { lines: Line[]; breaks: Break[] } {
  const lines: Line[] = [];
  const breaks: Break[] = [];
  const owners: { element: HtmlElement; isFixed: boolean }[] = [];
  let links = 0;
  const addBreak = (isStyled: boolean) => {
    const last = breaks.at(-1);
    if (last?.line !== lines.length) breaks.push({ line: lines.length, isStyled });
    else if (isStyled) breaks[breaks.length - 1] = { line: last.line, isStyled };
  };
  const addText = (node: HtmlNode, text: string) => {
    const owner = owners.at(-1);
    const last = lines.at(-1);
    const isLink = links > 0;
    if (last && last.owner === owner?.element && breaks.at(-1)?.line !== lines.length) {
      last.nodes.push(node);
      last.text += text;
      last.isLink &&= isLink;
    } else {
      lines.push({ owner: owner?.element, nodes: [node], text, isLink, isFixed: owner?.isFixed ?? false });
    }
  };
  walk(root, {
    enter(node) {
      if ('value' in node && collapse(node.value).trim() !== '') addText(node, node.value);
      if (!isElement(node)) return true;
      if (isUnseen(node)) return false;
      const isRule = node.tagName === 'hr' && !owners.at(-1)?.isFixed;
      if (isRule || breakOf(node) === 'before') addBreak(breakOf(node) !== undefined);
      if (isInnerLink(node)) links++;
      if (isOwner(node, owners.at(-1)?.element))
        owners.push({ element: node, isFixed: isFixed(node, owners.at(-1)) });
      return true;
    },
    leave(node) {
      if (!isElement(node)) return;
      if (node === owners.at(-1)?.element) owners.pop();
      if (isInnerLink(node)) links--;
      if (node.tagName !== 'hr' && breakOf(node) === 'after') addBreak(true);
    },
  });
  return { lines, breaks };
}

function breakOf(element: HtmlElement): string | undefined {
  return styledBreak.exec(attribute(element, 'style') ?? '')?.[1]!.toLowerCase();
}

const isInnerLink = (element: HtmlElement): boolean =>
  element.tagName === 'a' && (attribute(element, 'href') ?? '').startsWith('#');

/** Cells of a row make one line. */
function isOwner(element: HtmlElement, around: HtmlElement | undefined): boolean {
  return isBlock(element) && around?.tagName !== 'tr';
}

function isFixed(element: HtmlElement, around: { readonly isFixed: boolean } | undefined): boolean {
  if (around?.isFixed || /^(?:pre|li)$/.test(element.tagName)) return true;
  return element.tagName === 'table' && rowCount(element) > 1;
}

/** Rows directly in a table, but for those that only say how wide its columns are. */
function rowCount(table: HtmlElement): number {
  const parts = table.childNodes.filter(isElement);
  return parts
    .flatMap((part) => (part.tagName === 'tr' ? [part] : part.childNodes.filter(isElement)))
    .filter(({ tagName, childNodes }) => tagName === 'tr' && childNodes.flatMap(childrenOf).length > 0)
    .length;
}
