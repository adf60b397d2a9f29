import { describe, expect, it } from 'vitest';
import { excerptText } from './excerpt-text.ts';

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

  it('leaves out nothing of a whole chunk', () => {
    const excerpt = { pieces: [range('One pump.'), range('Two seals. Three pumps. Four.')], highlights: [] };
    expect(excerptText(chunk, excerpt, mark)).toBe(content);
  });
});
