import { describe, expect, it } from 'vitest';
import type { Piece } from '../arrange/pieces.ts';
import { groupRows } from '../rows.ts';
import { levelOfType, type StructureTag } from '../parse/structure-tag.ts';
import { taggedHeadings, withSoundTags } from './structure.ts';
import { line } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const size = { width: 600, height: 800 };
const body: StructureTag = { level: 0 };

function words(text: string, tag?: StructureTag): Word[] {
  return line(text, [50, 100]).map((word) => ({ ...word, tag }));
}

const piece = (text: string, tag?: StructureTag, kind: Piece['kind'] = 'text'): Piece => ({
  kind,
  rows: groupRows(words(text, tag)),
  page: 0,
});

const long = 'The river carries fine sand from the hills to the wide plain in spring and in autumn';

describe('levelOfType', () => {
  it.each([
    ['H1', 0, 1],
    ['H6', 3, 6],
    ['H9', 0, 6],
    ['Title', 2, 1],
    ['H', 0, 1],
    ['H', 2, 3],
    ['P', 2, 0],
    ['HTML', 0, 0],
  ])('gives %s in %i sections level %i', (type, depth, level) => {
    expect(levelOfType(type, depth)).toBe(level);
  });
});

function tagsOf(...parts: Word[][]): boolean {
  return withSoundTags([{ size, words: parts.flat() }])[0]!.words.some(({ tag }) => tag !== undefined);
}

describe('withSoundTags', () => {
  it('keeps the tags of a tree that holds the text and has some headings', () => {
    expect(tagsOf(words('Floods', { level: 1 }), words(long, body), words('Sand', { level: 2 }))).toBe(true);
  });

  it('drops them where most of the text is in no element', () => {
    expect(tagsOf(words('Floods', { level: 1 }), words('Sand', { level: 2 }), words(long))).toBe(false);
  });

  it('drops them where everything is a heading', () => {
    expect(tagsOf(words(long, { level: 1 }), words(long, { level: 1 }), words(long, body))).toBe(false);
  });

  it('drops them where one element or none is a heading', () => {
    const heading = { level: 1 };
    expect(tagsOf(words('Floods', heading), words(long, body), words('and sand', heading))).toBe(false);
  });
});

describe('taggedHeadings', () => {
  it('names the pieces in heading elements, without tables and paragraphs', () => {
    const heading = piece('Floods', { level: 2 });
    const others = [
      piece('Sand', body),
      piece('Water'),
      piece('Year', { level: 1 }, 'table'),
      piece(`${long} ${long} ${long}`, { level: 3 }),
      piece('* * *', { level: 1 }),
    ];
    expect([...taggedHeadings([heading, ...others])]).toEqual([[heading, 2]]);
  });

  it('names those whose numbers alone are in no element', () => {
    const [number] = words('2.1');
    const numbered = (tag: StructureTag): Piece => ({
      kind: 'text',
      rows: groupRows([number!, ...line('Sand', [80, 100]).map((word) => ({ ...word, tag }))]),
      page: 0,
    });
    const heading = numbered({ level: 2 });
    expect([...taggedHeadings([heading, numbered(body)])]).toEqual([[heading, 2]]);
  });
});
