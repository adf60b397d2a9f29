import type { Line } from '../detect/lines.ts';
import { isCapitals } from './text-headings.ts';

/** Share of the lines with indented text right below that are in capitals where these are titles. */
const mostlyTitles = 0.75;

/**
 * Whether a document sets titles as the pages of manuals do: in capitals at the margin, with the text right below and
 * indented. In a glossary, terms in capitals stand among others.
 */
export function haveHangingTitles(text: string, groups: readonly (readonly Line[])[]): boolean {
  const hanging = groups.filter((lines) => isHanging(text, lines));
  const titles = hanging.filter((lines) => isHangingTitle(text, lines));
  return titles.length > 0 && titles.length >= mostlyTitles * hanging.length;
}

/** Whether the first of these lines is in capitals and the next one is indented and not in capitals. */
export function isHangingTitle(text: string, lines: readonly Line[]): boolean {
  const [first, second] = lines;
  if (!isHanging(text, lines)) return false;
  const title = lineOf(text, first!).trim();
  return isCapitals(title) && /[\p{L}\p{N})]$/u.test(title) && !isCapitals(lineOf(text, second!));
}

function isHanging(text: string, [first, second]: readonly Line[]): boolean {
  return (
    second !== undefined && /^\S/.test(lineOf(text, first!)) && /^(?:\t| {2})/.test(lineOf(text, second))
  );
}

const lineOf = (text: string, { start, end }: Line): string => text.slice(start, Math.min(end, start + 200));
