import type { Name } from './names.ts';
import type { Reference, ReferenceType } from './reference.ts';

const entryTypes: Readonly<Record<ReferenceType, string>> = {
  'article-journal': 'article',
  webpage: 'misc',
  report: 'techreport',
  book: 'book',
  document: 'misc',
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** An entry for BibTeX and biblatex, in UTF-8; titles keep their capitals. */
export function toBibtex(reference: Reference): string {
  const { key, type, title, authors, issued: [year, month] = [], publisher, containerTitle } = reference;
  const { volume, issue, pages, doi, url } = reference;
  const fields: [string, string | undefined][] = [
    ['title', `{{${escape(title)}}}`],
    ['author', authors.length > 0 ? `{${authors.map(nameOf).join(' and ')}}` : undefined],
    ['year', year === undefined ? undefined : `{${year}}`],
    ['month', month === undefined ? undefined : months[month - 1]],
    ['journal', braced(containerTitle)],
    [type === 'report' ? 'institution' : 'publisher', braced(publisher)],
    ['volume', braced(volume)],
    ['number', braced(issue)],
    ['pages', braced(pages?.replaceAll(/[-–]+/g, '--'))],
    ['doi', doi === undefined ? undefined : `{${verbatim(doi)}}`],
    ['url', url === undefined ? undefined : `{${verbatim(url)}}`],
  ];
  const lines = fields.flatMap(([name, value]) => (value === undefined ? [] : [`  ${name} = ${value},`]));
  const entryType = type === 'report' && publisher === undefined ? 'misc' : entryTypes[type];
  return [`@${entryType}{${key},`, ...lines, '}'].join('\n');
}

const braced = (value: string | undefined) => (value === undefined ? undefined : `{${escape(value)}}`);

/** Organisations in braces of their own, so that they are not taken apart as persons are. */
function nameOf(name: Name): string {
  if ('literal' in name) return `{${escape(name.literal)}}`;
  const suffix = name.suffix === undefined ? '' : `${escape(name.suffix)}, `;
  return `${escape(name.family)}, ${suffix}${escape(name.given)}`.replaceAll(/\band\b/g, '{and}');
}

const commands: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '{': '\\textbraceleft{}', // BibTeX counts braces, also behind a backslash
  '}': '\\textbraceright{}',
};

function escape(text: string): string {
  return text
    .replaceAll(/[\\~^{}#$%&_]/g, (character) => commands[character] ?? `\\${character}`)
    .replaceAll(/\s+/g, ' ');
}

/** Addresses are taken as they are; braces and backslashes would end them. */
const verbatim = (address: string) =>
  address.replaceAll(/[{}\\\s]/g, (character) => encodeURIComponent(character));
