import { coloured, type Colour } from './terminal-text.ts';

/** Colours only where a person looks: on a terminal, and not against `NO_COLOR`. */
function isColoured(stream: NodeJS.WriteStream): boolean {
  if (process.env['FORCE_COLOR'] && process.env['FORCE_COLOR'] !== '0') return true;
  return stream.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
}

const style = (colour: Colour) => (text: string) =>
  isColoured(process.stdout) && isColoured(process.stderr) ? coloured(text, colour) : text;

export const paint = {
  bold: style('bold'),
  dim: style('dim'),
  red: style('red'),
  green: style('green'),
  yellow: style('yellow'),
  cyan: style('cyan'),
};

/** What a person should know besides. */
export const note = (text: string): string => `${paint.yellow('Note:')} ${text}`;

/** A colour ends with its line, so that pagers show it. */
export const paintLines = (colour: (text: string) => string, text: string): string =>
  text.replaceAll(/[^\n]+/g, (line) => colour(line));
