/** What a document is called where nobody has named it. */
import { basename, extname } from 'node:path';
import { isSegmented } from '../../text/terms/segmented-scripts.ts';
import { stopWordsOf } from '../../text/terms/stop-words.ts';
import type { DocumentFormat, LoadedDocument, Section } from '../../types.ts';
import { firstHeadings } from './first-headings.ts';
import { firstPageOf, frontOf, type Paged } from './first-page.ts';
import { isCapitals, isDivision } from '../text/text-headings.ts';

/** What programs write in want of a title, `Présentation PowerPoint` in any language, and names and addresses of files. */
const junk =
  /^(?:untitled(?: document)?|unknown|document\d*|no title|title|presentation\d*|(?:\S+ ){0,3}powerpoint(?:[- ]\S+)?|[a-z]+:(?:[a-z]+:)?\/\/\S+|slide \d+|scan(?:ned document)?|microsoft (?:word|powerpoint|excel)\s*-.*|[^\s_]*_\S*|.*\.(?:do[ct][xm]?|p[po][tsa][xm]?|xl[st][xmb]?|csv|pdf|ai|eps|indd|qxd|tex|dvi|ps|odt|rtf|html?|txt|fm|pub))$/i;

/** Whether a title says nothing, as programs and files have them: one letter is none. */
export const isJunkTitle = (title: string): boolean =>
  !/\p{L}/u.test(title) || title.trim().length < 2 || junk.test(title) || isCode(title);

const fewestSeparators = 3;

/** A word of more digits than letters with signs between, as `ab-39-3-0902:1`. */
function isCode(title: string): boolean {
  const count = (pattern: RegExp) => title.match(pattern)?.length ?? 0;
  return !/\s/.test(title) && count(/[-:._/]/g) >= fewestSeparators && count(/\d/g) > count(/\p{L}/gu);
}

/** Year and pages of an article; letters that a scan has for digits among them. */
const year = /\([I1l2][\dIlO]{3}\)/;
const pagesAtEnd = /\d[\dIlO]*\s?[-–]\s?[\dIlO]+\.?$/;
const isCitation = (line: string): boolean => year.test(line) && pagesAtEnd.test(line);

/** What forms print above the name of whose document it is, and headings that every document has. */
const boilerplate =
  /^(?:united states(?: of america)?$|(?:united states )?securities and exchange commission\b|washington,? d\.?c\.?\b|commission file n|securities registered|registrant|.*\breport pursuant to section\b|for the (?:fiscal|quarterly|transition)\b|date of report\b|(?:form \S+ )?current report$|signatures?$|indicate by\b|(?:front )?cover(?: page)?$|(?:table of )?contents\b|index$|abstract$|(?:executive )?summary$|highlights$|introduction$|background$|parties$|recitals$|(?:(?:strictly|private|and|final|confidential|draft)(?:\s+|$))+$|press release$|news release$|exhibit\b|appendix\b|annex\b|page \d)/i;
/** Whether a heading is one that documents of all kinds have above their title or as a part. */
export const isBoilerplate = (heading: string): boolean => boilerplate.test(heading);

/** Of a part of the document: `1. Scope`, `ARTICLE IV`, `Part 2`. */
const part =
  /^(?:\d+(?:\.\d+)*\.?\s|(?:part|item|article|section|chapter|clause)\s+(?:\d|[ivxlc]+\b)|[ivx]+\.\s)/i;
/** `A. Scope`, and what begins with signs, as text in a code of its own does. */
const item = /^(?:\p{Lu}\.\s|[^\p{L}\p{N}\p{Pi}"¿¡])/u;
/** Headings that documents of all kinds have below their title: none that follows is one. */
const firstSection =
  /^(?:abstract|(?:executive )?summary|highlights|introduction|background|parties|recitals|\d+(?:\.\d+)*\.\s.*)$/i;
/** A form by its name, which tells filings of one company apart. */
const form = /^form\s+(?:\d{1,2}-\p{Lu}{1,2}|\d{1,2}-?\p{Lu}?)(?:\/A)?$/iu;

/** `Exhibit 99.1 Report on minerals`: the number is what the filing calls the file. */
const exhibitLabel = /^exhibit\s+\d+(?:\.\d+)*[):.]?\s+(?=\S)/i;
/** A mark that opens a quotation which ends in another line. */
const strayMark = /^[“„](?=[^“”„"]+$)/u;
const withoutLabel = (heading: string): string => heading.replace(exhibitLabel, '').replace(strayMark, '');

/** Of a page or person: `example.com/manuals`. */
const address = /:\/\/|\bwww\.|\S@\S|\b[a-z\d-]+\.[a-z]{2,}\//;

const fewestLetters = 4;
const longestTitle = 160;
/** Formats whose files have titles of their templates, of what made them or of where they were loaded from. */
const templated: ReadonlySet<DocumentFormat> = new Set(['pdf', 'docx', 'pptx']);
/** Headings of these name what they hold: sheets, rows, records, mails. */
const collections: ReadonlySet<DocumentFormat> = new Set(['csv', 'xlsx', 'json', 'email']);
/** A heading further down than this is not the document's; in plain text, where any line in capitals is one, it is close to the top. */
const lastStart = 3000;
const lastStartOfText = 70;

type Titled = Pick<LoadedDocument, 'bibliography' | 'sections'> &
  Partial<Pick<LoadedDocument, 'text' | 'pages'>> & { readonly format?: DocumentFormat };

/**
 * The title that the document has of itself, unless it says nothing, only labels the file, or is not of this document; else its first heading that is not boilerplate, of a
 * PDF in the largest type of the first page, of HTML of the highest level, with the form where it is one.
 */
export function titleOf({
  bibliography,
  sections,
  format,
  text = '',
  pages = [],
}: Titled): string | undefined {
  const { title = '' } = bibliography;
  const own = isJunkTitle(title) || boilerplate.test(title) ? undefined : title;
  const mayBeForeign = format !== undefined && templated.has(format);
  if (own !== undefined && !mayBeForeign && !(format === 'html' && saysNothing(own, text))) return own;
  if (format && collections.has(format)) return undefined;
  const last = format === 'text' ? lastStartOfText : lastStart;
  const near = (format === 'pptx' ? titlesOfFirstSlide(sections, { text, pages }) : sections)
    .filter(({ charStart }) => charStart <= last)
    .map((section) => {
      const heading = withoutLabel(section.heading.trim());
      return { ...section, heading, charStart: section.charStart + section.heading.length - heading.length };
    });
  // An entry of the outline may begin where the title does.
  const end = near.find(({ heading }) => firstSection.test(heading))?.charStart ?? last;
  const placed = near.filter(({ charStart }) => charStart <= end);
  if (format === 'html') return printedOnPage(placed, text) ?? own;
  const printed = printedTitle(placed, format === 'pdf' ? { text, pages } : undefined);
  if (format === 'text' && own === undefined) return printed?.title ?? titleInCapitals(text);
  if (own === undefined || printed === undefined) return own ?? printed?.title;
  const gives =
    isForeign(own, printed, { text, pages }) || (format === 'pdf' && isLabel(own, printed, { text, pages }));
  return gives ? printed.title : own;
}

/** Titles of other slides are those of parts; the headings `Slide 1` and `Notes` are not printed. */
const titlesOfFirstSlide = (
  sections: readonly Section[],
  { text, pages: [slide] }: Paged,
): readonly Section[] =>
  sections.filter(
    ({ heading, charStart }) =>
      slide !== undefined && charStart < slide.charEnd && text.startsWith(heading, charStart),
  );

/**
 * Whether a title is not of this document, beside one that is printed on its first page: none of its words, which are several, is on the first
 * pages, as of the site that a file is from or of a template, or it is in another script and most of it is not there.
 */
function isForeign(title: string, { title: printed }: Printed, paged: Paged): boolean {
  const onPage = new Set(wordsOf(firstPageOf(paged)));
  if (item.test(printed) || !wordsOf(printed).every((word) => onPage.has(word))) return false;
  const front = frontOf(paged);
  if (isSegmented(title)) {
    const signs = front.replaceAll(/\s/g, '');
    const pairs = pairsOf(title);
    const found = pairs.filter((pair) => signs.includes(pair)).length;
    return found === 0 || (!isSegmented(printed) && found < leastPrinted * pairs.length);
  }
  const telling = wordsOf(title).filter(isTelling);
  const lower = front.toLowerCase();
  if (telling.length < fewestTelling || telling.some((word) => lower.includes(word))) return false;
  const shared = new Set(wordsOf(title).filter((word) => /^\d{2,}$/.test(word) && onPage.has(word)));
  return shared.size < fewestNumbers;
}

/** Share of the pairs of letters of a title that its document has, where what is printed is in another script: a company may be named in both. */
const leastPrinted = 0.5;
/** Fewer words may be missing because a picture shows them. */
const fewestTelling = 4;
/** Different numbers of two digits or more, such as that of an issue and its year, that a title has of its document: one may be chance. */
const fewestNumbers = 2;

/** Letters with the next one, of scripts without spaces. */
export function pairsOf(title: string): string[] {
  const letters = title.replaceAll(/\P{L}/gu, '');
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) =>
    letters.slice(index, index + 2),
  );
}

/** The lines in capitals that a text begins with; one word alone, as `LICENSE`, says less than the name of the file. */
function titleInCapitals(text: string): string | undefined {
  const lines = text
    .slice(0, lastStart)
    .trimStart()
    .split('\n')
    .map((line) => line.trim());
  const end = lines.findIndex((line) => !isCapitals(line));
  const title = lines.slice(0, Math.max(0, end)).join(' ');
  return /\s/.test(title) && isTitle(title) ? title : undefined;
}

/** Stands below the name of the company in forms for the SEC. */
const belowCompany = /^\(exact name of (?:the )?registrant/i;

/** The line above `(Exact name of registrant as specified in its charter)`. */
function companyIn(lines: readonly string[]): string | undefined {
  const written = lines.filter((line) => line.trim() !== '');
  const company = written[written.findIndex((line) => belowCompany.test(line)) - 1]?.trim();
  return company !== undefined && isTitle(company) && !company.startsWith('|') ? company : undefined;
}

/** Of a page the first heading of the highest level, or the company of a form, with the form that a line of its own names. */
function printedOnPage(
  placed: readonly Pick<Section, 'heading' | 'level'>[],
  text: string,
): string | undefined {
  const titles = placed.filter(({ heading }) => isTitle(heading));
  const highest = Math.min(...titles.map(({ level }) => level));
  const heading = titles.find(({ level }) => level === highest)?.heading;
  const lines = text.slice(0, lastStart).split('\n');
  const formName = lines.find((line) => form.test(line));
  const company = formName === undefined ? undefined : companyIn(lines);
  if (company !== undefined) return `${company}, ${formName}`;
  return heading !== undefined && formName !== undefined ? `${heading}, ${formName}` : heading;
}

/** Whether a title is only a form, or all of its words have digits, or most do and are not on the page: an id of the file. */
function saysNothing(title: string, text: string): boolean {
  if (form.test(title)) return true;
  const words = wordsOf(title);
  const onPage = new Set(wordsOf(text.slice(0, lastStart)));
  const numbered = words.filter((word) => /\d/.test(word));
  const unknown = numbered.filter((word) => !onPage.has(word));
  return numbered.length === words.length || 2 * unknown.length > words.length;
}

interface Printed {
  readonly title: string;
  readonly isForm: boolean;
}

function printedTitle(
  placed: readonly Pick<Section, 'heading' | 'charStart'>[],
  pdf?: Pick<LoadedDocument, 'text' | 'pages'>,
): Printed | undefined {
  const headings = placed.map(({ heading }) => heading);
  const citations = pdf === undefined ? [] : firstPageOf(pdf).split('\n').filter(isCitation);
  const titles = placed.filter(
    (one) => isTitle(one.heading) && !citations.some((line) => line.startsWith(one.heading)),
  );
  const [largest] = pdf === undefined ? titles.map((one) => one.heading) : firstHeadings(titles, pdf);
  if (largest === undefined) return undefined;
  // Words of a title that a figure repeats in large type.
  const above = titles.slice(
    0,
    titles.findIndex((one) => one.heading === largest),
  );
  const heading = above.find((one) => ` ${one.heading} `.includes(` ${largest} `))?.heading ?? largest;
  const formName = headings.find((one) => form.test(one));
  return {
    title: formName === undefined ? heading : `${heading}, ${formName}`,
    isForm: formName !== undefined,
  };
}

/**
 * Whether a title is what somebody called the file, `ACME Q4 release`, beside the title that is printed. The first page has all words
 * of the printed title and not all of this one, nor do the first pages have it as it is, and the printed one has a word of it and is no shorter, or
 * this one is a code of one word.
 */
function isLabel(title: string, { title: printed, isForm }: Printed, paged: Paged): boolean {
  const [words, printedWords] = [wordsOf(title), wordsOf(printed)];
  if (isShortName(title, words, printedWords)) return true;
  const onPage = new Set(wordsOf(firstPageOf(paged)));
  const isOnPage = (all: readonly string[]) => all.every((word) => onPage.has(word));
  if (isSegmented(title) || isOnPage(words) || !isOnPage(printedWords)) return false;
  if (` ${wordsOf(frontOf(paged)).join(' ')} `.includes(` ${words.join(' ')} `)) return false;
  if (words.length === 1) return /\d/.test(title);
  const isLonger = isForm || printedWords.length >= words.length;
  return isLonger && words.some((word) => isTelling(word) && printedWords.includes(word));
}

/** Whether a title is one word in small letters of the longer one that is printed, as files are called: `nda`. */
const isShortName = (title: string, words: readonly string[], printedWords: readonly string[]): boolean =>
  words.length === 1 &&
  printedWords.length > 1 &&
  /^\p{Ll}+$/u.test(title) &&
  printedWords.includes(words[0]!);

const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];

const isTelling = (word: string) => word.length > 2 && /\p{L}/u.test(word) && !stopWordsOf('en').has(word);

function isTitle(heading: string): boolean {
  const letters = heading.match(/\p{L}/gu)?.length ?? 0;
  if (letters < fewestLetters || heading.length > longestTitle || /[:;,]$/.test(heading)) return false;
  const isPart = part.test(heading) || isDivision(heading);
  return (
    !isPart && ![boilerplate, form, address].some((pattern) => pattern.test(heading)) && !isJunkTitle(heading)
  );
}

/** `corran-weir_thread.txt` as `Corran weir thread`; a name with spaces or capitals of its own keeps them. */
export function readableName(name: string): string {
  const stem = basename(name, extname(name)) || name;
  const words = decoded(stem)
    .replaceAll(/_+|(?<!\d)-+|-+(?!\d)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words === '') return stem;
  return words === words.toLowerCase() && words !== stem ? words[0]!.toUpperCase() + words.slice(1) : words;
}

/** With the characters that an address writes as `%20`, where they are any. */
function decoded(name: string): string {
  try {
    const text = decodeURIComponent(name);
    return /\p{Cc}/u.test(text) ? name : text;
  } catch {
    return name;
  }
}
