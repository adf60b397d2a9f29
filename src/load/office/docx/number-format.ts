/** A number from 1 as lists write it; in digits where the format is none of letters or Roman numerals. */
export function formatNumber(number: number, format: string): string {
  if (number < 1 || number > largest) return String(number);
  if (format === 'lowerLetter') return letters(number);
  if (format === 'upperLetter') return letters(number).toUpperCase();
  if (format === 'lowerRoman') return roman(number).toLowerCase();
  if (format === 'upperRoman') return roman(number);
  return format === 'decimalZero' ? String(number).padStart(2, '0') : String(number);
}

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
