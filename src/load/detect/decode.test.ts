import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode.ts';

const bytesOf = (text: string, encoding: BufferEncoding) => new Uint8Array(Buffer.from(text, encoding));
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());
const utf32 = (text: string, littleEndian: boolean) => {
  const points = Array.from(text, (character) => character.codePointAt(0)!);
  const view = new DataView(new ArrayBuffer(points.length * 4));
  for (const [index, point] of points.entries()) view.setUint32(index * 4, point, littleEndian);
  return new Uint8Array(view.buffer);
};
const sample = 'Zürich – “naïve” 漢字 😀\n';

describe('decodeText', () => {
  it.each([
    ['UTF-8', bytesOf(sample, 'utf8')],
    ['UTF-8 with a mark', bytesOf(`\ufeff${sample}`, 'utf8')],
    ['UTF-16LE with a mark', bytesOf(`\ufeff${sample}`, 'utf16le')],
    ['UTF-16BE with a mark', swapped(bytesOf(`\ufeff${sample}`, 'utf16le'))],
    ['UTF-32LE with a mark', utf32(`\ufeff${sample}`, true)],
    ['UTF-32BE with a mark', utf32(`\ufeff${sample}`, false)],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes).text).toBe(sample);
  });

  it.each([
    'Plain English words.\nAnd more.\n',
    'Ünïcödé wörds with spaces',
    '今天天气很好。我们去公园散步、吃饭。\n',
  ])('tells UTF-16 without a mark in %j', (text) => {
    const little = bytesOf(text, 'utf16le');
    expect(decodeText(little)).toEqual({ text, encoding: 'utf-16le' });
    expect(decodeText(swapped(little))).toEqual({ text, encoding: 'utf-16be' });
  });

  it('guesses Latin-1 with the quotes and dashes of windows-1252', () => {
    const text = 'Le café est fermé à midi. Garçon, où est la clé ?';
    expect(decodeText(bytesOf(text, 'latin1')).text).toBe(text);
    const quoted = new Uint8Array([
      ...bytesOf('He paid ', 'latin1'),
      0x80,
      ...bytesOf('5 ', 'latin1'),
      0x96,
      0x20,
      0x93,
      0x61,
      0x94,
    ]);
    expect(decodeText(quoted, { charset: 'iso-8859-1' }).text).toBe('He paid €5 – “a”');
  });

  it('guesses Cyrillic', () => {
    const bytes = new Uint8Array([
      0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xea, 0xe0, 0xea, 0x20, 0xe4, 0xe5, 0xeb, 0xe0, 0x3f,
      0x20, 0xc2, 0xf1, 0xe5, 0x20, 0xf5, 0xee, 0xf0, 0xee, 0xf8, 0xee,
    ]);
    expect(decodeText(bytes).text).toBe('Привет, как дела? Все хорошо');
  });

  it('knows ISO-2022-JP by its escapes', () => {
    const bytes = bytesOf('A \x1b$BF|K\\\x1b(B B', 'latin1');
    expect(decodeText(bytes)).toEqual({ text: 'A 日本 B', encoding: 'iso-2022-jp' });
    const log = '\x1b[1mbold\x1b(B\x1b[m costs $B';
    expect(decodeText(bytesOf(log, 'latin1')).encoding).toBe('utf-8');
  });

  it('believes a declared character set only where the bytes are not UTF-8', () => {
    const shiftJis = new Uint8Array([0x93, 0xfa, 0x96, 0x7b]);
    expect(decodeText(shiftJis, { charset: 'shift_jis' }).text).toBe('日本');
    expect(decodeText(bytesOf('日本', 'utf8'), { charset: 'iso-8859-1' }).text).toBe('日本');
    expect(decodeText(bytesOf('ok', 'utf8'), { charset: 'no-such-set' }).text).toBe('ok');
  });

  it('reads the character set that HTML declares', () => {
    const html = new Uint8Array([...bytesOf('<meta charset="koi8-r"><p>', 'latin1'), 0xf0, 0xd2]);
    expect(decodeText(html, { html: true }).text).toBe('<meta charset="koi8-r"><p>Пр');
    const old = '<meta http-equiv=Content-Type content="text/html; charset=windows-1251"><p>';
    expect(decodeText(new Uint8Array([...bytesOf(old, 'latin1'), 0xcf]), { html: true }).text).toBe(
      `${old}П`,
    );
  });

  it('normalises line ends and drops NUL', () => {
    expect(decodeText(bytesOf('a\r\nb\rc\nd\0', 'utf8')).text).toBe('a\nb\nc\nd');
  });

  it('replaces lone surrogates and impossible code points', () => {
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0x41, 0, 0, 0xd8, 0x42, 0])).text).toBe('A\ufffdB');
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x41, 0, 0, 0])).text).toBe(
      '\ufffdA',
    );
    expect(decodeText(new Uint8Array([0xff, 0xfe, 0, 0, 0, 0xd8, 0, 0])).text).toBe('\ufffd');
  });

  it('keeps most of UTF-8 with a few broken bytes', () => {
    const broken = new Uint8Array([
      ...bytesOf('Ärger über größere Übel und Öl. '.repeat(5), 'utf8'),
      0xff,
      0x21,
    ]);
    expect(decodeText(broken).text).toContain('Ärger über größere Übel');
  });

  it('gives well-formed text without carriage returns for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const { text } = decodeText(bytes, { html: true });
        expect(text).not.toMatch(/\p{Cs}|\r|\0/u);
      }),
    );
  });

  it('reads back any text that it is given as UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[^\P{Cc}\t\n]|\ufeff/u.test(text));
        expect(decodeText(new TextEncoder().encode(text)).text).toBe(text);
      }),
    );
  });
});
