import { childElements, elementAt, parseXml, type XmlElement } from '../xml.ts';
import type { ZipArchive } from '../zip.ts';
import { inStyle, type Styles } from './styles.ts';

interface Level {
  /** `bullet`, `decimal`, `lowerLetter` … */
  readonly format: string;
  /** `%1.%2` for the numbers of the first and the second level. */
  readonly text: string;
  readonly start: number;
  /** Levels above it of which a number, or one above, begins it anew; 0 where none does. */
  readonly restartsBelow: number;
  /** The style whose paragraphs are of this level. */
  readonly style: string | undefined;
  /** Whether the numbers of all levels are written in digits. */
  readonly isLegal: boolean;
}

interface List {
  /** Lists of one definition count on. */
  readonly definition: string;
  readonly levels: ReadonlyMap<number, Level>;
  /** Where this list begins anew, by level. */
  readonly starts: ReadonlyMap<number, number>;
}

/** The numbers of paragraphs, which a Word document does not hold but defines: counted from its beginning to its end. */
export class Numbering {
  readonly #lists: ReadonlyMap<string, List>;
  readonly #counters = new Map<string, (number | undefined)[]>();
  readonly #begun = new Set<string>();

  constructor(lists: ReadonlyMap<string, List>) {
    this.#lists = lists;
  }

  /** The level of a list that the paragraphs of a style are of. */
  levelOfStyle(list: string, style: string): number {
    const levels = this.#lists.get(list)?.levels ?? new Map<number, Level>();
    return [...levels].find(([, level]) => level.style === style)?.[0] ?? 0;
  }

  /** The label of the next paragraph of a level, `4.2` or `(a)`, empty where it has none; undefined for bullets. */
  next(id: string, level: number): string | undefined {
    const list = this.#lists.get(id);
    const definition = list?.levels.get(level);
    if (!list || !definition || isBullet(definition)) return undefined;
    const counters = this.#countersOf(id, list);
    counters[level] = (counters[level] ?? definition.start - 1) + 1;
    beginBelow(level, counters, list);
    return definition.text.replace(/%(\d)/g, (_, place: string) => {
      const shown = list.levels.get(Number(place) - 1);
      const number = counters[Number(place) - 1] ?? shown?.start ?? 1;
      return formatNumber(number, definition.isLegal ? 'decimal' : (shown?.format ?? 'decimal'));
    });
  }

  #countersOf(id: string, { definition, starts }: List): (number | undefined)[] {
    const counters = this.#counters.get(definition) ?? [];
    this.#counters.set(definition, counters);
    if (!this.#begun.has(id)) for (const [level, start] of starts) counters[level] = start - 1;
    this.#begun.add(id);
    return counters;
  }
}

/** A number begins the levels below it anew. */
function beginBelow(level: number, counters: (number | undefined)[], { levels }: List): void {
  for (let below = level + 1; below < counters.length; below++) {
    if (level < (levels.get(below)?.restartsBelow ?? below)) counters[below] = undefined;
  }
}

/** A sign without a number is one too: `-`, or a letter of a font of signs. */
const isBullet = ({ format, text }: Level): boolean =>
  format === 'bullet' || (text !== '' && !text.includes('%') && !/[\p{L}\p{N}]/u.test(text));

export async function readNumbering(archive: ZipArchive, part: string, styles: Styles): Promise<Numbering> {
  const bytes = archive.read(part);
  const root = bytes && (await parseXml(bytes, part));
  if (!root) return new Numbering(new Map());
  const definitions = new Map(
    childElements(root, 'abstractNum').map((one) => [one.attributes['w:abstractNumId'] ?? '', one]),
  );
  const references = childElements(root, 'num');
  const lists = references.map((reference): [string, List] => [
    reference.attributes['w:numId'] ?? '',
    listOf(reference, { definitions, references, styles }),
  ]);
  return new Numbering(new Map(lists));
}

interface Definitions {
  readonly definitions: ReadonlyMap<string, XmlElement>;
  readonly references: readonly XmlElement[];
  readonly styles: Styles;
}

function listOf(reference: XmlElement, { definitions, references, styles }: Definitions): List {
  const definitionOf = (one: XmlElement | undefined) => valueOf(one, 'abstractNumId') ?? '';
  let definition = definitionOf(reference);
  const linked = valueOf(definitions.get(definition), 'numStyleLink');
  if (linked !== undefined) {
    const id = inStyle(styles, linked, 'pPr', 'numPr', 'numId')?.attributes['w:val'];
    definition = definitionOf(references.find(({ attributes }) => attributes['w:numId'] === id));
  }
  const levels = childElements(definitions.get(definition) ?? reference, 'lvl').map(levelOf);
  const overrides = childElements(reference, 'lvlOverride');
  return {
    definition,
    levels: new Map([...levels, ...overrides.flatMap((one) => childElements(one, 'lvl').map(levelOf))]),
    starts: new Map(
      overrides.flatMap((one): [number, number][] => {
        const start = valueOf(one, 'startOverride');
        return start === undefined ? [] : [[indexOf(one), Number(start) || 0]];
      }),
    ),
  };
}

const indexOf = ({ attributes }: XmlElement) => Number(attributes['w:ilvl'] ?? 0);

function levelOf(level: XmlElement): [number, Level] {
  const index = indexOf(level);
  return [
    index,
    {
      format: valueOf(level, 'numFmt') ?? 'decimal',
      text: valueOf(level, 'lvlText') ?? '',
      start: Number(valueOf(level, 'start') ?? 1) || 0,
      restartsBelow: Number(valueOf(level, 'lvlRestart') ?? index),
      style: valueOf(level, 'pStyle'),
      isLegal: elementAt(level, 'isLgl') !== undefined,
    },
  ];
}

const valueOf = (element: XmlElement | undefined, name: string) =>
  elementAt(element, name)?.attributes['w:val'];

/** A number from 1 as lists write it; in digits where the format is not known, or has no more signs. */
export function formatNumber(number: number, format: string): string {
  if (format === 'none') return '';
  if (number < 1 || number > largest) return String(number);
  if (format === 'lowerLetter') return letters(number);
  if (format === 'upperLetter') return letters(number).toUpperCase();
  if (format === 'lowerRoman') return roman(number).toLowerCase();
  if (format === 'upperRoman') return roman(number);
  if (format === 'decimalZero') return String(number).padStart(2, '0');
  if (/^(?:chinese|japanese|taiwanese)Counting/.test(format) && number < 100) return hanNumber(number);
  return [...(signs[format] ?? '')][number - 1] ?? String(number);
}

/** 一, 十, 十一, 二十一. */
function hanNumber(number: number): string {
  const digits = '零一二三四五六七八九';
  const [tens, ones] = [Math.floor(number / 10), number % 10];
  return (tens > 1 ? digits[tens]! : '') + (tens > 0 ? '十' : '') + (ones > 0 ? digits[ones]! : '');
}

const [circles, cyrillic] = ['①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳', 'абвгдежзиклмнопрстуфхцчшщэюя'];

/** Signs that count in their order, by format. */
const signs: Readonly<Record<string, string>> = {
  aiueoFullWidth:
    'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
  arabicAbjad: 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ',
  arabicAlpha: 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  decimalEnclosedCircle: circles,
  decimalEnclosedCircleChinese: circles,
  ganada: '가나다라마바사아자차카타파하',
  hebrew2: 'אבגדהוזחטיכלמנסעפצקרשת',
  ideographTraditional: '甲乙丙丁戊己庚辛壬癸',
  irohaFullWidth:
    'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン',
  russianLower: cyrillic,
  russianUpper: cyrillic.toUpperCase(),
};

/** Longer lists are written in digits. */
const largest = 3999;

/** a … z, aa … zz, aaa …, as Word goes on. */
function letters(number: number): string {
  return String.fromCodePoint(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26));
}

const numerals: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(number: number): string {
  let left = number;
  let written = '';
  for (const [value, numeral] of numerals) {
    written += numeral.repeat(Math.floor(left / value));
    left %= value;
  }
  return written;
}
