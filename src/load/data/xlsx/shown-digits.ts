/** Of a format: what stands in quotation marks, behind a backslash, as wide as a sign, filled with one, in brackets; any other sign. */
const piece = /"([^"]*)"?|\\(.)|[_*].?|\[\$([^\]-]*)[^\]]*\]?|\[([^\]]*)\]?|(.)/gsu;
/** Signs that may stand around digits. Others may say a scale, a unit or a currency, `"Mio. €"`: with them, the cell would be no number. */
const signs = /^[\p{Sc}()%+\s-]*$/u;
/** A section of a format that holds under a condition of its own, `[<1000]`. */
const condition = /^\s*[<>=]/;
/** More digits behind the point are none of a number in binary. */
const mostDecimals = 20;

interface Section {
  readonly before: string;
  readonly after: string;
  /** What the number is multiplied by: 100 for shares. */
  readonly scale: number;
  readonly digits: Intl.NumberFormat;
  /** Whether zero has a digit: of `"-"??` it has none. */
  readonly hasZero: boolean;
}

/**
 * How a format of Excel such as `$#,##0.00;($#,##0.00)` shows numbers: rounded, with its thousands, per cent, currency and brackets around
 * negative ones; `undefined` for one that says nothing of digits, and for a part of it that has words, scales, shows zero as no digit,
 * `-`, or another number as zero. Points and commas stand as in English, as in the file.
 */
export function shownDigits(code: string): ((value: number) => string | undefined) | undefined {
  const sections = sectionsOf(code);
  if (sections?.[0] === undefined) return undefined;
  return (value) => {
    const at = value < 0 ? 1 : value === 0 ? 2 : 0;
    const own = at < sections.length;
    const section = own ? sections[at] : sections[0];
    if (section === undefined) return undefined;
    const { before, after, scale, digits, hasZero } = section;
    const shown = digits.format(Number((Math.abs(value) * scale).toPrecision(15)));
    const isZero = !/[1-9]/.test(shown);
    if (isZero && (value !== 0 || !hasZero)) return undefined;
    const isMarked = own && /[(-]/.test(before);
    const minus = value < 0 && !isMarked ? '-' : '';
    return `${minus}${before}${shown}${after}`.replaceAll(/\s+/g, ' ').trim();
  };
}

/** For numbers above, below and at zero; one without digits is `undefined`. None of a format that is none of digits. */
function sectionsOf(code: string): (Section | undefined)[] | undefined {
  const sections: (Section | undefined)[] = [];
  let [before, digits, after] = ['', '', ''];
  let percents = 0;
  const end = () => {
    const isShown = digits !== '' && signs.test(before) && signs.test(after);
    sections.push(isShown ? sectionOf({ before, digits, after, percents }) : undefined);
    [before, digits, after] = ['', '', ''];
    percents = 0;
  };
  for (const [, quoted, escaped, currency, bracket, sign] of code.matchAll(piece)) {
    if (bracket !== undefined && condition.test(bracket)) return undefined;
    if (sign === ';') end();
    else if (sign !== undefined && /[#0?.,]/.test(sign)) {
      if (/\S/.test(after)) return undefined;
      digits += sign;
    } else if (sign !== undefined && /[/eE@]/.test(sign)) return sections.length < 3 ? undefined : sections;
    else {
      if (sign === '%') percents++;
      const literal = quoted ?? escaped ?? currency ?? sign ?? '';
      if (digits === '') before += literal;
      else after += literal;
    }
  }
  end();
  return sections.slice(0, 3);
}

function sectionOf(parts: {
  before: string;
  digits: string;
  after: string;
  percents: number;
}): Section | undefined {
  const { before, digits, after, percents } = parts;
  const [whole = '', fraction = '', ...others] = digits.split('.');
  // With a comma behind the digits it shows thousands, and the cell would not say so.
  if (others.length > 0 || whole.endsWith(',') || fraction.endsWith(',')) return undefined;
  return {
    before,
    after,
    hasZero: digits.includes('0'),
    scale: 100 ** percents,
    digits: new Intl.NumberFormat('en', {
      useGrouping: whole.includes(','),
      minimumIntegerDigits: Math.min(Math.max(whole.split('0').length - 1, 1), mostDecimals),
      minimumFractionDigits: Math.min(fraction.split('0').length - 1, mostDecimals),
      maximumFractionDigits: Math.min(fraction.length, mostDecimals),
    }),
  };
}
