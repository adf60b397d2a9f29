import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOfPackage } from '../../util/files/package-folder.ts';
import { WordPiece } from './word-piece.ts';

const vocabulary = [
  '[UNK]',
  'un',
  '##afford',
  '##able',
  'cafe',
  '日',
  '本',
  '!',
  "'",
  'don',
  't',
  'n',
  '##n',
];
const wordPiece = new WordPiece(vocabulary);
const tokens = (text: string) => wordPiece.encode(text).map((id) => vocabulary[id]);

const shared = path.join(import.meta.dirname, '../../../../shared/data');
const tokenizerFile = path.join(shared, 'tokenizers/all-MiniLM-L6-v2/tokenizer.json');

/** Texts of many domains: some with formulas, accents, other scripts. */
function trainingTexts(): string[] {
  const sources = [
    'arxiv-cs',
    'britannica-1810-1823',
    'medquad',
    'jargon-file',
    'cia-factbook',
    'wikipedia-movies',
  ];
  return sources.flatMap((source) => {
    const file = path.join(shared, `train/pairs/${source}.jsonl.gz`);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(0, 250);
    return lines.filter(Boolean).map((line) => (JSON.parse(line) as { p: string }).p);
  });
}

describe('WordPiece', () => {
  it('cuts a word into the longest pieces from the left', () => {
    expect(tokens('unaffordable')).toEqual(['un', '##afford', '##able']);
  });

  it('lower-cases, strips accents and lets punctuation and CJK characters stand alone', () => {
    expect(tokens("Café! DON'T 日本")).toEqual(['cafe', '!', 'don', "'", 't', '日', '本']);
  });

  it('gives one unknown token for a word that cannot be made of known pieces', () => {
    expect(tokens('unxyz cafe')).toEqual(['[UNK]', 'cafe']);
  });

  it('gives one unknown token for a word of more than 100 characters', () => {
    expect(tokens('n'.repeat(100))).toHaveLength(100);
    expect(tokens('n'.repeat(101))).toEqual(['[UNK]']);
  });

  it('drops control characters, replacement characters and lone surrogates', () => {
    expect(tokens('ca\u0000f\ufffde \ud800n\u00adn\udc00')).toEqual(['cafe', 'n', '##n']);
  });

  it('gives nothing for empty and white text', () => {
    expect(tokens('')).toEqual([]);
    expect(tokens(' \t\n\u00a0\u3000')).toEqual([]);
  });

  it('gives the ids of a text joined by spaces as the ids of its parts in turn', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(wordPiece.encode(`${a} ${b}`)).toEqual([...wordPiece.encode(a), ...wordPiece.encode(b)]);
      }),
    );
  });

  it('has an id for a word alone where encoding it gives one known token', () => {
    const words = fc.constantFrom(
      'un',
      'able',
      'don',
      'unable',
      'café',
      'n',
      "don't",
      '日',
      'xyz',
      '!',
      '##n',
    );
    fc.assert(
      fc.property(words, (word) => {
        const [id, ...more] = wordPiece.encode(word);
        const isOne = more.length === 0 && id !== wordPiece.unknownId;
        expect(wordPiece.idOf(word)).toBe(isOne ? id : undefined);
      }),
    );
  });

  it.skipIf(!existsSync(tokenizerFile))(
    'agrees with @huggingface/tokenizers on 1,000 and more texts (needs ../shared/data)',
    async () => {
      const { Tokenizer } = await import('@huggingface/tokenizers');
      const reference = new Tokenizer(JSON.parse(readFileSync(tokenizerFile, 'utf8')), {});
      const ours = new WordPiece(
        readFileSync(fileOfPackage('assets/static-table/vocabulary.txt'), 'utf8').trimEnd().split('\n'),
      );
      const texts = trainingTexts();
      const different = texts.filter((text) => {
        const expected = reference.encode(text, { add_special_tokens: false }).ids;
        return ours.encode(text).join(' ') !== expected.join(' ');
      });
      expect(texts.length).toBeGreaterThanOrEqual(1000);
      expect(different).toEqual([]);
    },
  );
});
