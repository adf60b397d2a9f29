import { describe, expect, it } from 'vitest';
import { isTitleLine } from './title-line.ts';

describe('isTitleLine', () => {
  it.each([
    ['AMAZON.COM, INC. FORM 10-K For the Fiscal Year Ended December 31, 2017 INDEX', true],
    ['Notes to the Consolidated Financial Statements of Aster Inc. and Heron Ltd', true],
    ['Ada Ruiz, Chief Executive Officer', false],
    ['Adobe acquired Figma.', false],
    ['Ines Calloway, chair of the board since 2017', false],
    ['Revenue rose', false],
    ['收入增长了百分之五', false],
  ])('%s', (text, expected) => {
    expect(isTitleLine(text)).toBe(expected);
  });
});
