import { hanNumber } from '../../text/han-number.ts';

/** What a paragraph is counted by: `第三条`, `제3조`, `三、`, `3.` */
export interface ClauseLabel {
  /** The unit (`条`), or `、` and `.` for a number alone. */
  readonly kind: string;
  readonly number: number;
  /** As it is printed, without marks around it, and with digits of half width. */
  readonly text: string;
  /** Where what it counts begins, an offset in the paragraph. */
  readonly end: number;
}

/** Kinds from the highest rank to the lowest. */
export const kinds = [
  '编',
  '編',
  '편',
  '篇',
  '部分',
  '章',
  '장',
  '节',
  '節',
  '절',
  '条',
  '條',
  '조',
  '、',
  '.',
];

const unit =
  /^(?:\*\*|__)?(第\s?([〇零一二两三四五六七八九十百千\d]{1,7})\s?(部分|[编編篇章节節条條])(?:之[一二三四五六七八九十])?|제\s?(\d{1,4})\s?([편장절조]))(?:\*\*|__)?(?:$|[\s、.．：:]{1,9}|(?=[（(【]))/u;
const enumerated = /^(([一二三四五六七八九十]{1,3})、)\s{0,9}/u;
const digits = /^((\d{1,2})[.．、])\s{0,9}(?=\D)/u;

/** Characters of a paragraph that can have a label. */
const longestLabel = 40;

export function labelOf(paragraph: string): ClauseLabel | undefined {
  const start = paragraph.slice(0, longestLabel).replaceAll(/[０-９]/g, halfWidth);
  const [all, text, number, kind, koreanNumber, koreanKind] = unit.exec(start) ?? [];
  if (all !== undefined)
    return {
      kind: (kind ?? koreanKind)!,
      number: hanNumber((number ?? koreanNumber)!),
      text: text!,
      end: all.length,
    };
  for (const [pattern, ofKind] of [
    [enumerated, '、'],
    [digits, '.'],
  ] as const) {
    const [found, label, count] = pattern.exec(start) ?? [];
    if (found !== undefined)
      return { kind: ofKind, number: hanNumber(count!), text: label!, end: found.length };
  }
  return undefined;
}

/** `1` for `１`. */
const halfWidth = (digit: string): string => String.fromCharCode(digit.charCodeAt(0) - 0xfee0);
