/** What reaches a terminal: our colours, and of everything else only what shows as text. */
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';

/**
 * Controls (C0 and C1) that move the cursor or change what a terminal shows, marks that turn the direction of what
 * follows, and line ends of other names.
 */
const commands = /[^\P{Cc}\n\t]|[\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;

/** Text of a document or a model without what would command the terminal. */
export const harmless = (text: string): string => text.replaceAll(commands, '');

/** The same on one line: a title does not make a line that looks like one of ours. */
export const harmlessLine = (text: string): string => harmless(text.replaceAll(/[\r\n\u2028\u2029]+/g, ' '));

/** Marks of our colours until they are printed. Nobody who writes documents knows them: they are new with each start. */
const sign = randomBytes(8).toString('hex');
const mark = (code: number) => `\uFDD0${sign}:${code}\uFDD1`;
const marks = new RegExp(`\uFDD0${sign}:(\\d+)\uFDD1`);

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export function coloured(text: string, colour: Colour): string {
  const [begin, end] = inspect.colors[colour]!;
  return mark(begin) + text + mark(end);
}

/** Our colours as the terminal knows them, each other part made harmless. */
export function forTerminal(text: string, make = harmless): string {
  return text
    .split(marks)
    .map((part, index) => (index % 2 === 1 ? `\u001B[${part}m` : make(part)))
    .join('');
}

/** Without the marks of colours, to be measured. */
export const uncoloured = (text: string) =>
  text
    .split(marks)
    .filter((_, index) => index % 2 === 0)
    .join('');

/** JSON of the same value, in which nothing commands a terminal. */
export const harmlessJson = (json: string): string =>
  json.replaceAll(
    /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
