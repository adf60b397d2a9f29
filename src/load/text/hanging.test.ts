import { describe, expect, it } from 'vitest';
import { readPlainText } from './text.ts';

const headingsOf = (text: string) => readPlainText(text).sections.map(({ heading }) => heading);

describe('sections of a manual', () => {
  it('begin at capitals with indented text right below', () => {
    const text =
      'SYNOPSIS\n       ls [OPTION]\n\nDESCRIPTION\n       Affiche les fichiers.\n\nVOIR AUSSI\n       dir(1)\n\n(c)\n';
    expect(headingsOf(text)).toEqual(['SYNOPSIS', 'DESCRIPTION', 'VOIR AUSSI']);
  });

  it.each([
    ['terms of a glossary', 'Address\n   Where it is.\n\nICMP HOST\n   A protocol.\n\nLocal\n   Near.\n'],
    ['code', 'CREATE TABLE RIVER (\n  id INT\n)\n\nText.'],
    ['addresses', 'RIVER BOARD\n  DEPARTMENT OF WATER\n\nText.'],
  ])('do not begin at %s', (_, text) => expect(headingsOf(text)).toEqual([]));
});

describe('capitals within a sentence', () => {
  it('are no heading where it goes on below', () => {
    const text = 'Made between the Board, hereinafter the party\n\nOF THE FIRST PART\n\nand the Mill.';
    expect(headingsOf(text)).toEqual([]);
  });

  it.each([
    ['the sentence above ends', 'It is so.\n\nOTHER RULES\n\nand more of them.'],
    ['nothing is above', 'LEASE OF LAND\n\nbetween A and B.'],
    ['a sentence begins below', 'Words without an end\n\nOTHER RULES\n\nThey hold.'],
  ])('are one where %s', (_, text) => expect(headingsOf(text)).toHaveLength(1));
});
