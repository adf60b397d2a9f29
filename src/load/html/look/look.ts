import { attribute, type HtmlElement, isElement } from '../tree.ts';

/** How a browser sets a text, as far as it tells a heading from a paragraph. */
export interface Look {
  /** In points. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly centred: boolean;
}

const plain: Look = { size: 12, bold: false, italic: false, underlined: false, centred: false };
/** In points, of `<font size>` and of the words that CSS has. */
const fontSizes = [7.5, 10, 12, 13.5, 18, 24, 36];
const sizeWords = new Map(
  ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large'].map((word, index) => [
    word,
    fontSizes[index]!,
  ]),
);
/** Points of a unit; of the others the share of the size around. */
const points = new Map([
  ['pt', 1],
  ['px', 0.75],
]);
const shares = new Map([
  ['em', 1],
  ['%', 0.01],
]);
const larger = 1.2;

/** Reads looks off tags and style attributes; what an element says goes for all inside it. */
export class Looks {
  readonly #known = new Map<HtmlElement, Look>();

  /** Of the text directly in an element. */
  of(element: HtmlElement): Look {
    const unknown: HtmlElement[] = [];
    let look = plain;
    for (let node = element as HtmlElement['parentNode']; node && isElement(node); node = node.parentNode) {
      const known = this.#known.get(node);
      if (known) {
        look = known;
        break;
      }
      unknown.push(node);
    }
    for (const inner of unknown.reverse()) this.#known.set(inner, (look = within(look, inner)));
    return look;
  }
}

function within(around: Look, element: HtmlElement): Look {
  const { tagName: tag } = element;
  const style = (attribute(element, 'style') ?? '').toLowerCase();
  if (style === '' && element.attrs.length === 0 && !setting.has(tag)) return around;
  const weight = property(style, 'font-weight') ?? inFont(style, /\b(?:bold|[1-9]00)\b/);
  const slope = property(style, 'font-style') ?? inFont(style, /\b(?:italic|oblique)\b/);
  const align = property(style, 'text-align') ?? attribute(element, 'align')?.toLowerCase();
  return {
    size: sizeOf(element, style, around.size),
    bold: weight ? /bold|[6-9]00/.test(weight) : around.bold || /^(?:b|strong|th)$/.test(tag),
    italic: slope ? slope !== 'normal' : around.italic || /^(?:i|em)$/.test(tag),
    underlined: around.underlined || tag === 'u' || /text-decoration[a-z-]*:[^;]*underline/.test(style),
    centred: align && tag !== 'table' ? align === 'center' : around.centred || tag === 'center',
  };
}

/** Tags that set what is inside otherwise, without an attribute. */
const setting = new Set('b strong th i em u center big small'.split(' '));

const property = (style: string, name: string): string | undefined =>
  style.includes(name)
    ? new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;!]+)`).exec(style)?.[1]!.trim()
    : undefined;

/** A part of the property that sets all of a font. */
function inFont(style: string, part: RegExp): string | undefined {
  const font = property(style, 'font');
  return font && part.exec(font)?.[0];
}

function sizeOf(element: HtmlElement, style: string, around: number): number {
  if (element.tagName === 'big') return around * larger;
  if (element.tagName === 'small') return around / larger;
  const size = property(style, 'font-size') ?? inFont(style, /[\d.]+(?:pt|px|em|%)/);
  const [, number, unit = ''] = /^([\d.]+)(pt|px|r?em|%)/.exec(size ?? '') ?? [];
  if (number !== undefined) {
    const share = shares.get(unit);
    const read = Number(number) * (share === undefined ? (points.get(unit) ?? plain.size) : share * around);
    return read > 0 ? read : around;
  }
  const named = sizeWords.get(size ?? '');
  if (named !== undefined) return named;
  return (element.tagName === 'font' && fontSize(attribute(element, 'size'))) || around;
}

/** Of `<font size>`: 1 … 7, or more or less than 3. */
function fontSize(value: string | undefined): number | undefined {
  const [, sign, digits] = /^\s*([+-]?)(\d)/.exec(value ?? '') ?? [];
  if (digits === undefined) return undefined;
  const number = sign === '' ? Number(digits) : 3 + Number(`${sign}${digits}`);
  return fontSizes[Math.min(Math.max(number, 1), fontSizes.length) - 1];
}
