import type { Numbering } from './numbering.ts';
import { inStyle, type Styles } from './styles.ts';

/**
 * Around the number of a list's item on its way through mammoth, which counts items by itself and begins anew after every
 * other paragraph.
 */
const [before, after] = ['\uE000', '\uE001'];

/**
 * Writes the numbers of paragraphs into the main part of a Word document: `4.2` or `(a)` as words of the paragraph, and those
 * of plain lists so that `withItemNumbers` finds them.
 */
export function withLabels(xml: string, numbering: Numbering, styles: Styles): string {
  // What newer programs read of a text box is in another form behind it, which mammoth reads.
  const once = replaceElements(xml, 'mc:Choice', () => '');
  // Changes of formatting hold properties as they were before.
  const present = replaceElements(once, 'w:pPrChange', () => '');
  return replaceElements(present, 'w:pPr', (properties) => {
    const label = labelOf(properties, numbering, styles);
    if (label === '' || isTakenOut(properties)) return withoutList(properties);
    return label === undefined ? properties : labelled(properties, label);
  });
}

/** Gives the items of lists in mammoth's HTML their numbers. */
export function withItemNumbers(html: string): string {
  return html
    .replace(new RegExp(`<li>${before}(\\d+)[.)]?${after}`, 'g'), '<li value="$1">')
    .replace(new RegExp(`${before}(\\d+[.)]?)${after}`, 'g'), '$1 ');
}

const numbers = /<w:numPr>(?:(?!<w:numPr>)[^])*?<\/w:numPr>|<w:numPr\/>/;
const noList = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr>';

/** A list's item stays one where its label is a number alone; other labels become words of a paragraph. */
function labelled(properties: string, label: string): string {
  if (/^\d+[.)]?$/.test(label)) return properties + runOf(before + label + after);
  return withoutList(properties) + runOf(`${label} `);
}

const withoutList = (properties: string) =>
  properties.replace(numbers, '').replace('</w:pPr>', `${noList}</w:pPr>`);

/** Whether a paragraph says that it is in no list although its style is in one. */
const isTakenOut = (properties: string) => valueIn(properties, 'w:numId') === '0';

const runOf = (text: string) => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A paragraph whose end was deleted goes on in the next one. */
const isDeleted = (properties: string) => /<w:del[\s/>]/.test(properties);

function labelOf(properties: string, numbering: Numbering, styles: Styles): string | undefined {
  if (isDeleted(properties)) return undefined;
  const style = valueIn(properties, 'w:pStyle') ?? '';
  const own = numbers.exec(properties)?.[0] ?? '';
  const ofStyle = (name: string) => inStyle(styles, style, 'pPr', 'numPr', name)?.attributes['w:val'];
  const list = valueIn(own, 'w:numId') ?? ofStyle('numId');
  if (list === undefined || list === '0') return undefined;
  const level = valueIn(own, 'w:ilvl') ?? ofStyle('ilvl') ?? numbering.levelOfStyle(list, style);
  return numbering.next(list, Number(level));
}

/** A text that is on its way through mammoth, as it reads. */
export const withoutMarks = (text: string): string =>
  text.replace(new RegExp(`${before}([^${after}]*)${after}`, 'g'), '$1 ');

function valueIn(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}\\s[^<>]*?w:val="([^"]*)"`).exec(xml)?.[1];
}

/** Replaces the elements of a name; of those that lie in one another the inner ones. */
export function replaceElements(xml: string, name: string, replacement: (element: string) => string): string {
  const close = `</${name}>`;
  const parts: string[] = [];
  let written = 0;
  for (let at = xml.indexOf(close); at >= 0; at = xml.indexOf(close, written)) {
    const end = at + close.length;
    const stretch = xml.slice(written, end);
    const start = Math.max(stretch.lastIndexOf(`<${name}>`), stretch.lastIndexOf(`<${name} `));
    parts.push(start < 0 ? stretch : stretch.slice(0, start) + replacement(stretch.slice(start)));
    written = end;
  }
  return parts.join('') + xml.slice(written);
}
