import { describe, expect, it } from 'vitest';
import { excerptMarks, excerptText } from './excerpt-text.ts';

const content = 'One pump. Two seals. Three pumps. Four.';
const range = (text: string) => {
  const charStart = 100 + content.indexOf(text);
  return { charStart, charEnd: charStart + text.length };
};
const chunk = { content, charStart: 100 };
const mark = (word: string) => `<${word}>`;

describe('excerptText', () => {
  it('marks words, and what is left out before, between and after', () => {
    const excerpt = { pieces: [range('Two seals.'), range('Four.')], highlights: [range('seals')] };
    expect(excerptText(chunk, excerpt, mark)).toBe('… Two <seals>. … Four.');
  });

  it('reads as a line where rows of a table are, and marks words where they stand in it', () => {
    const table = 'Prices\n\n| Item |  | Price |\n| --- | --- | --- |\n| Seal \\| ring |  | 12 |\n';
    const wide = { charStart: 0, charEnd: table.length };
    const at = table.indexOf('12');
    const excerpt = { pieces: [wide], highlights: [{ charStart: at, charEnd: at + 2 }] };
    const chunkOf = { content: table, charStart: 0 };
    expect(excerptText(chunkOf, excerpt, mark)).toBe(String.raw`Prices Item · Price Seal \| ring · <12>`);
    const line = excerptText(chunkOf, excerpt, (word) => word);
    expect(excerptMarks(chunkOf, excerpt).map(([start, end]) => line.slice(start, end))).toEqual(['12']);
    const rows = [...table.matchAll(/^\|.*\|$/gm)].map(({ 0: row, index }) => ({
      charStart: index,
      charEnd: index + row.length,
    }));
    expect(excerptText(chunkOf, { pieces: rows, highlights: [] }, mark)).toBe(
      String.raw`… Item · Price Seal \| ring · 12`,
    );
  });

  it('has no signs of Markdown, and marks words where they stand without them', () => {
    const text = '## Cleaning\n\n> **Warning.** Never use [pure alcohol](https://example.com/a) on it.\n';
    const at = text.indexOf('alcohol');
    const excerpt = {
      pieces: [{ charStart: text.indexOf('Warning'), charEnd: text.length }],
      highlights: [{ charStart: at, charEnd: at + 7 }],
    };
    const chunkOf = { content: text, charStart: 0 };
    expect(excerptText(chunkOf, excerpt, mark)).toBe('… Warning. Never use pure <alcohol> on it.');
    const line = excerptText(chunkOf, excerpt, (word) => word);
    expect(excerptMarks(chunkOf, excerpt).map(([start, end]) => line.slice(start, end))).toEqual(['alcohol']);
    const rest = {
      pieces: [
        { charStart: 0, charEnd: 11 },
        { charStart: 16, charEnd: text.length },
      ],
      highlights: [],
    };
    expect(excerptText(chunkOf, rest, mark)).toBe('Cleaning Warning. Never use pure alcohol on it.');
  });

  it('leaves out nothing of a whole chunk', () => {
    const excerpt = { pieces: [range('One pump.'), range('Two seals. Three pumps. Four.')], highlights: [] };
    expect(excerptText(chunk, excerpt, mark)).toBe(content);
  });
});
