import { readsAsTitle } from '../../../text/structure/quotable-units.ts';
import { isSegmented } from '../../../text/terms/segmented-scripts.ts';
import { isTitleWithStop } from '../../text/text-headings.ts';
import { piecesOf, textOf, textOfAll, type WordElement } from './word-element.ts';

/** Characters of a heading, at most. */
const longestHeading = 200;
/** Words of a heading that ends like a sentence or begins like an item, at most. */
const mostWords = 12;
/** `(a) the goods`, `4.1.2 was known`: what a sentence above leads in to. */
const item = /^(?:\(?[\p{L}\d]{1,4}[.)]|\d{1,3}(?:\.\d{1,3})+)\s+\p{Ll}/u;
const stop = /[.。．।۔:：…]["'”’»)\]]*$/u;
const goesOn = /[,;，；、]$/u;

/**
 * Contracts have whole clauses in heading styles. A paragraph that is a sentence becomes text, as does one that reads like no title in a
 * style that most of its paragraphs have for sentences; a title before the sentence stays a heading, where a line break or its type
 * parts them.
 * @param isHeading whether paragraphs of a style are headings.
 */
export function clausesAsText(
  document: WordElement,
  isHeading: (paragraph: WordElement) => boolean,
): WordElement {
  const headings = paragraphsIn(document).filter((one) => isHeading(one) && textOf(one) !== '');
  const ofClauses = clauseStyles(headings);
  const replaced = new Map<WordElement, readonly WordElement[]>();
  for (const heading of headings) {
    const text = textOf(heading);
    const isText = isClause(text) || (ofClauses.has(heading.styleId) && !readsAsTitle(text));
    if (isText) replaced.set(heading, titleAndText(heading) ?? [asText(heading)]);
  }
  return replaced.size === 0 ? document : withReplaced(document, replaced);
}

/** Styles most of whose paragraphs are sentences. */
function clauseStyles(headings: readonly WordElement[]): Set<WordElement['styleId']> {
  const counts = new Map<WordElement['styleId'], number>();
  for (const heading of headings) {
    const more = isClause(textOf(heading)) ? 1 : -1;
    counts.set(heading.styleId, (counts.get(heading.styleId) ?? 0) + more);
  }
  return new Set([...counts].filter(([, clauses]) => clauses > 0).map(([style]) => style));
}

/** Whether a text is no heading whatever its style: it goes on, is very long, or is longer than a title and an item or a sentence. */
function isClause(text: string): boolean {
  if (text.length > longestHeading || goesOn.test(text)) return true;
  if (isLong(text) && (stop.test(text) || item.test(text))) return true;
  return stop.test(text) && !/[:：]/.test(text.slice(-2)) && !isTitleWithStop(text);
}

const isLong = (text: string): boolean =>
  isSegmented(text) ? text.length > 2 * mostWords : text.split(/\s+/).length > mostWords;

/** A paragraph as its title, up to a line break or as far as its type goes, and the rest; undefined where it has no such title. */
function titleAndText(paragraph: WordElement): WordElement[] | undefined {
  const pieces = piecesOf(paragraph);
  const parted = [pieces.findIndex(isBreak), endOfType(pieces)].find((at) => {
    const [title, rest] = [pieces.slice(0, at), pieces.slice(at)].map(textOfAll);
    return at > 0 && rest !== '' && readsAsTitle(title!.replace(/\s*[.:–—-]$/, ''));
  });
  if (parted === undefined) return undefined;
  return [
    { ...paragraph, children: pieces.slice(0, parted) },
    asText({ ...paragraph, children: pieces.slice(parted) }),
  ];
}

/** Where the type of a title ends that itself ends in a stop, a colon or a dash: a place among the pieces, or -1. */
function endOfType(pieces: readonly WordElement[]): number {
  const first = pieces.findIndex((piece) => typeOf(piece) !== '');
  if (first < 0 || /\p{L}{2}/u.test(textOfAll(pieces.slice(0, first)))) return -1;
  const end = pieces.findIndex((piece, at) => at > first && typeOf(piece) !== typeOf(pieces[first]!));
  return /[.:–—-]$/.test(textOfAll(pieces.slice(0, end))) ? end : -1;
}

const typeOf = ({ isBold, isItalic, isUnderline, isAllCaps, isSmallCaps }: WordElement): string =>
  Object.entries({ isBold, isItalic, isUnderline, isAllCaps, isSmallCaps })
    .filter(([, isSet]) => isSet)
    .map(([name]) => name)
    .join(' ');

const isBreak = ({ children }: WordElement): boolean => children?.[0]?.type === 'break';

const asText = (paragraph: WordElement): WordElement => ({ ...paragraph, styleId: null, styleName: null });

function paragraphsIn(element: WordElement): WordElement[] {
  if (element.type === 'paragraph') return [element];
  return (element.children ?? []).flatMap(paragraphsIn);
}

function withReplaced(
  element: WordElement,
  replaced: ReadonlyMap<WordElement, readonly WordElement[]>,
): WordElement {
  const { children } = element;
  if (!children) return element;
  return {
    ...element,
    children: children.flatMap((child) => replaced.get(child) ?? [withReplaced(child, replaced)]),
  };
}
