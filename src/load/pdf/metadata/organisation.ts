import { wordsPattern } from '../../../util/strings/words-pattern.ts';
import { firstPageOf, frontOf, type Paged } from '../../metadata/first-page.ts';

/** How names of companies end, by the laws of many countries; in capitals too. @see ISO 20275 */
const legalForms =
  'Inc Incorporated Corp Corporation Co Company Ltd Limited plc LLC LLP L.L.C GmbH AG KG KGaA SE SA S.A SAS SARL SpA S.p.A S.r.l S.L NV N.V BV B.V AB ASA A/S Oy Oyj Pty Bhd Ltda a.s s.r.o Kft Nyrt';
const legalForm = `${legalForms} ${legalForms.toUpperCase()}`
  .replaceAll('.', String.raw`\.`)
  .replaceAll(' ', '|');
const word = String.raw`(?:[\p{Lu}\d][\p{L}\p{N}.&'’-]*|[&+]|and|of|the|de|und|et|y)`;
const company = String.raw`(?:${word},?\s+){1,7}(?:${legalForm})(?:(?<=Inc|Corp|Co|Ltd|INC|CORP|CO|LTD|\.\p{L})\.)?(?![\p{L}\p{N}])`;

const longestName = 100;
/** A first page of no more characters is a cover. */
const longestCover = 1500;

/** What a form prints in brackets below the name of whose document it is, as in `(Exact name of registrant as specified in its charter)`. */
const caption =
  /^\((?!former)[^()]*\bname\b[^()]*\b(?:registrant|company|issuer|corporation|organi[sz]ation|charter)\b/i;
/** How a release begins: the place, a dash, who announces, and where its shares are traded, as in `(NYSE: ABC)`. */
const announcement =
  /^\p{Lu}[^\n]{0,60}?[,(][^\n]{0,60}?[–—/-]\s*(\p{Lu}[^()\n–—/]{0,100}?)\s*\([\p{L} ]{2,25}:\s?[\p{Lu}\d]/mu;
const mark = String.raw`\b(?:[Cc]opyright|COPYRIGHT)\b`;
const copyright = new RegExp(
  String.raw`(?:©|${mark})(?:[\s,–-]|\(c\)|©|${mark}|\bby\b|\d{4})*(?<name>${company})`,
  'gu',
);
/** A number of a file, a label, no letter. */
const isNoName = /\d{4}|\d-\d{3}|:|^\P{L}*$/u;
const wholeLine = new RegExp(`^${company}$`, 'u');

export interface Organisation {
  readonly name: string;
  /** It speaks in the document, and does not only publish it. */
  readonly isAuthor: boolean;
}

/**
 * Whose document it is, where that is plain: the name above a form's caption, who announces a release, the only company on a
 * line of its own of a cover, or the only one in notices of copyright.
 */
export function organisationOf(paged: Paged): Organisation | undefined {
  const firstPage = firstPageOf(paged);
  const lines = firstPage.split('\n').map(plain).filter(Boolean);
  const author = aboveCaption(lines) ?? announcement.exec(firstPage)?.[1];
  const onCover = firstPage.length > longestCover ? [] : lines.filter((line) => wholeLine.test(line));
  const holders = [...frontOf(paged).matchAll(copyright)].map(({ groups }) => groups!.name!);
  const name = author ?? onlyOne(onCover) ?? onlyOne(holders);
  if (name === undefined || name.length > longestName || isNoName.test(name)) return undefined;
  return { name: withSmallLetters(name, paged.text), isAuthor: author !== undefined };
}

/** Without lines to write on and borders of cells. */
const plain = (line: string) => line.replaceAll(/_{2,}|^[\s|]+|[\s|]+$/g, '').trim();

function aboveCaption(lines: readonly string[]): string | undefined {
  for (const [index, line] of lines.entries()) {
    const bracket = line.indexOf('(');
    if (bracket !== -1 && caption.test(line.slice(bracket, bracket + longestName)))
      return bracket > 0 ? line.slice(0, bracket).trim() : lines[index - 1];
  }
  return undefined;
}

function onlyOne(names: readonly string[]): string | undefined {
  const different = new Set(
    names.map((name) =>
      name
        .toLowerCase()
        .replaceAll(/[\s.,]+/g, ' ')
        .trim(),
    ),
  );
  return different.size === 1 ? names[0] : undefined;
}

/** A name in capitals as the text has it elsewhere. */
function withSmallLetters(name: string, text: string): string {
  if (name !== name.toUpperCase()) return name;
  const written = [...text.matchAll(new RegExp(wordsPattern(name), 'giu'))];
  const found = written.find(([one]) => one !== one.toUpperCase() && /^[\p{Lu}\d]/u.test(one));
  return found?.[0].replaceAll(/\s+/g, ' ') ?? name;
}
