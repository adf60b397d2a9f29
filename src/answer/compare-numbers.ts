import { isMoney, quantitiesOf, scalesNamed, unitsNamed } from './quantities.ts';
import type { Quantity } from './quantity.ts';

/** `| Net debt | 6,057 |`, `Net debt  $ 6,057`: no sentence, and its scale and unit may stand elsewhere. */
const row = /^\s*\||\p{Nd}[\s)%|]*$/u;

interface Written extends Quantity {
  readonly inRow: boolean;
}

/**
 * `equal` when the evidence has each of the claim's numbers; `other` when it has none of a number's value, and the
 * closest sentence another one of its unit; else `missing`. A number in a row of a table may leave out its unit and scale:
 * then they are those that the evidence names anywhere, as in a header, or nobody knows and the digits count. Such a
 * number is never `other`.
 */
export function compareNumbers(
  claim: string,
  evidence: readonly string[],
  { closest, language }: { readonly closest: string; readonly language?: string },
): 'equal' | 'missing' | 'other' {
  const written = evidence.flatMap((text) => writtenIn(text, language));
  const said = evidence.join('\n');
  const named = { units: unitsNamed(said), scales: scalesNamed(said) };
  const absent = quantitiesOf(claim, language).filter(
    (wanted) => !written.some((quantity) => isSameQuantity(wanted, quantity, named)),
  );
  if (absent.length === 0) return 'equal';
  const full = writtenIn(closest, language).filter(({ inRow, scale }) => !inRow || scale > 1);
  const isOther = absent.some(({ unit }) => unit !== undefined && full.some((other) => other.unit === unit));
  return isOther ? 'other' : 'missing';
}

function writtenIn(text: string, language?: string): Written[] {
  return text.split('\n').flatMap((line) => {
    const inRow = row.test(line);
    return quantitiesOf(line, language).map((quantity) => ({ ...quantity, inRow }));
  });
}

interface Named {
  readonly units: ReadonlySet<string>;
  readonly scales: ReadonlySet<number>;
}

function isSameQuantity(wanted: Quantity, written: Written, named: Named): boolean {
  return isSameValue(wanted, written, named) && isSameUnit(wanted, written, named);
}

function isSameValue(wanted: Quantity, written: Written, { scales }: Named): boolean {
  if (isNear(wanted.value, written.value)) return true;
  if (wanted.bare !== written.bare || written.scale !== 1) return false;
  return scales.has(wanted.scale) || (written.inRow && scales.size === 0);
}

function isSameUnit({ unit }: Quantity, written: Written, { units }: Named): boolean {
  if (unit === undefined || written.unit === unit) return true;
  if (written.unit !== undefined) return false;
  return units.has(unit) || (written.inRow && isMoney(unit) && ![...units].some(isMoney));
}

/** Equal but for the last bits of a product: 6.098 billion and 6,098 million. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.abs(a);
}
