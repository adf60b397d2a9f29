import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LoadError, UnsupportedFormatError } from '../../errors.ts';
import { charsetOf, detectFormat } from './detect.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const png = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1,
  8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89,
]);

function noise(length: number): Uint8Array {
  let state = 12_345;
  return Uint8Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) >>> 16);
}

async function refusal(bytes: Uint8Array, name: string): Promise<LoadError> {
  const error = await detectFormat(bytes, name).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(LoadError);
  return error as LoadError;
}

describe('detectFormat', () => {
  it.each([
    ['pdf', '%PDF-1.7\n', 'x.txt'],
    ['pdf', 'junk before\n%PDF-1.4\n1 0 obj\n', 'x'],
    ['pdf', 'lost head\n1 0 obj\n<<>>\nendobj\nstartxref\n', 'x.pdf'],
    ['text', 'A file that begins with %PDF-1.7 is a PDF.', 'x'],
    ['html', '<!DOCTYPE html><p>x', 'x.pdf'],
    ['html', '\n<!-- made by hand -->\n<html><body>x', 'x.txt'],
    ['html', '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', 'x.md'],
    ['html', '<div><p>one</p><p>two</p></div>', 'clipboard'],
    ['html', 'words <b>and</b> words', 'x.html'],
    ['text', 'words and words', 'x.html'],
    ['text', 'if a < b and b > c then <p> is a tag', 'x.txt'],
    ['markdown', 'just words', 'README.md'],
    ['markdown', 'just words', 'a #b.md'],
    ['markdown', 'just words', 'https://example.org/notes.markdown?raw=1'],
    ['markdown', '# One\n\ntext [link](http://x.y)\n\n## Two\n', 'clipboard'],
    ['markdown', '---\ntitle: x\n---\n# One\n', 'x'],
    ['text', 'Run\n\n# apt-get install x\n\n- a\n- b\n\nand\n\n# systemctl start x\n', 'install.txt'],
    ['code', '# comment\n# comment\n- [a](b)\n- c\n- d\n', 'settings.yaml'],
    ['code', '#!/bin/sh\n# one\n# two\n```\n```\n', 'run'],
    ['text', '# Not much of a heading', 'x.txt'],
    ['text', 'BM25 is a ranking function.', 'x.txt'],
    ['text', 'text \0 with one stray control character', 'x.txt'],
    ['code', 'const a = 1;', 'https://example.org/a.ts?raw=1'],
    ['html', '<!doctype html><p>x', 'x.csv'],
    ['csv', 'name;price\nTea;2,50', 'x.csv'],
    ['csv', 'one line,of cells', 'x.csv'],
    ['csv', 'mail\na@b.c\nd@e.f', 'x.CSV'],
    ['text', `Running words${', and on'.repeat(20)}.\n\nA second paragraph.`, 'x.csv'],
    ['csv', 'name,price\nTea,2.50\nMate,3.10\n', 'x.txt'],
    ['csv', '"a, b"\t1\n"c"\t2\n"d"\t3', 'x'],
    ['text', `${'<p>request</p>\n'.repeat(20)}`, 'server.log'],
    ['json', '{"level": "info"}\n{"level": "warn"}\n', 'server.log'],
    ['text', 'Roses are red,\nviolets are blue,\nsugar is sweet,\n', 'x.txt'],
    ['text', 'Dear Ann, I saw 3.\nDear Bob, I saw 4.\nYours, Eve, and all\n', 'x.txt'],
    ['markdown', '# a\n\n- b\n- c\n\n## d\n\n| x | 1 |\n| - | - |\n', 'x'],
    ['json', '{"a": [1, 2]}', 'x.txt'],
    ['json', '\ufeff[{"a": 1}]', 'x'],
    ['json', '{"a": 1}\n{"a": 2}\n', 'x'],
    ['json', `[${'{"a": "b"},\n'.repeat(10_000)}{}]`, 'x'],
    ['json', '{"a": 1,}', 'broken.json'],
    ['json', '['.repeat(100_000), 'x'],
    ['code', '// a comment\n{"a": 1}', 'tsconfig.json'],
    ['text', '{draft} of a text', 'x'],
    ['text', '[1] Smith et al. say so.\n[2] Others do not.', 'x.txt'],
    ['text', '{"a": 1} is how an object looks.', 'x.txt'],
    ['email', 'Received: by x\nFrom: a@b.c\nTo: d@e.f\nSubject: x\n\n<html><p>x', 'x.html'],
    ['email', 'From a@b.c Thu May 17 10:00:00 2024\nFrom: a@b.c\nDate: x\nMessage-ID: <1>\n\nx', 'inbox'],
    ['email', 'From: a@b.c\nTo: d@e.f\nContent-Type: multipart/mixed; boundary=x\n\n--x', 'x.txt'],
    ['email', 'Subject: x\n\nx', 'x.eml'],
    ['text', 'From: Ann\nTo: Bob\nSubject: Tea\n\nThe notes of our call.', 'x.txt'],
    ['text', 'no mail at all', 'x.eml'],
  ])('sees %s in %j named %s', async (format, content, name) => {
    expect(await detectFormat(utf8(content), name)).toBe(format);
  });

  it('is not slowed down by rows of comments', async () => {
    expect(await detectFormat(utf8(`${'<!---->'.repeat(10_000)}words`), 'x')).toBe('text');
  });

  it('takes the declared type as a hint between text formats', async () => {
    expect(await detectFormat(utf8('words'), 'x', 'text/markdown; charset=utf-8')).toBe('markdown');
    expect(await detectFormat(utf8('<p>words'), 'x', 'text/html')).toBe('html');
    expect(await detectFormat(utf8('a,b'), 'x', 'text/csv')).toBe('csv');
    expect(await detectFormat(utf8('words'), 'x', 'text/x-python')).toBe('code');
    expect(await detectFormat(utf8('{"a": 1,'), 'x', 'application/geo+json')).toBe('json');
    expect(await detectFormat(utf8('a;b\n1;2\n'), 'x.csv', 'text/plain')).toBe('csv');
    expect(await detectFormat(utf8('%PDF-1.5'), 'x', 'text/html')).toBe('pdf');
  });

  it('sees text in UTF-16 and Latin-1', async () => {
    expect(await detectFormat(new Uint8Array(Buffer.from('plain words', 'utf16le')), 'x')).toBe('text');
    expect(await detectFormat(new Uint8Array(Buffer.from('Café fermé à midi', 'latin1')), 'x')).toBe('text');
    expect(await detectFormat(new Uint8Array(Buffer.from('\ufeffa\tb\n1\t2\n3\t4\n', 'utf16le')), 'x')).toBe(
      'csv',
    );
    expect(await detectFormat(new Uint8Array(Buffer.from('\ufeff<html><p>é', 'utf16le')), 'x')).toBe('html');
  });

  it('does not cut a character at the end of the sample', async () => {
    expect(await detectFormat(utf8(`a${'é'.repeat(40_000)}`), 'x')).toBe('text');
  });

  it('says what binary content looks like, whatever its name', async () => {
    const error = await refusal(png, 'report.pdf');
    expect(error).toBeInstanceOf(UnsupportedFormatError);
    expect(error.message).toBe('report.pdf looks like a PNG image and is not a PDF in spite of its name.');
    expect(error.context.document).toBe('report.pdf');
  });

  it.each([
    ['a PostScript file', utf8('%!PS-Adobe-3.0\n/Times-Roman findfont')],
    ['a ZIP archive', zipSync({ 'notes.txt': utf8('words') })],
  ])('names %s', async (what, bytes) => {
    const error = await refusal(bytes, 'x.docx');
    expect(error.message).toContain(`looks like ${what}`);
    expect(error.hint).toContain('PDF, Word (docx), PowerPoint (pptx), Excel (xlsx), EPUB, HTML');
    expect(error.hint).toContain('source code and plain text can be read');
  });

  it.each([
    ['x.doc', utf8('{\\rtf1 Hello}'), 'an RTF document', 'Save it as docx with Word or LibreOffice.'],
    [
      'x.odt',
      zipSync({ mimetype: [utf8('application/vnd.oasis.opendocument.text'), { level: 0 }] }),
      'an OpenDocument text (odt)',
      'Save it as docx with LibreOffice or Word.',
    ],
    [
      'x.pages',
      zipSync({ 'Index/Document.iwa': utf8('words') }),
      'a Pages document',
      'Export it as Word (docx) with Pages.',
    ],
  ])('says what to do with %s', async (name, bytes, what, hint) => {
    expect(await refusal(bytes, name)).toMatchObject({ message: `${name} looks like ${what}.`, hint });
  });

  it('knows office documents by their parts, whatever their name', async () => {
    const types =
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
    const bytes = zipSync({ '[Content_Types].xml': utf8(types), 'word/document.xml': utf8('<w/>') });
    expect(await detectFormat(bytes, 'x.txt')).toBe('docx');
  });

  it('says that an archive is damaged', async () => {
    const bytes = zipSync({ 'notes.txt': utf8('words'.repeat(100)) });
    expect((await refusal(bytes.subarray(0, bytes.length - 30), 'x.xlsx')).message).toContain(
      'damaged or cut off',
    );
  });

  it('refuses binary noise', async () => {
    const error = await refusal(noise(5000), 'x.txt');
    expect(error).toBeInstanceOf(UnsupportedFormatError);
    expect(error.message).toBe('x.txt holds binary data that is no text.');
  });

  it.each([
    [new Uint8Array()],
    [utf8(' \n\t\ufeff')],
    [utf8(' '.repeat(100_000))],
    [new Uint8Array([0xff, 0xfe, 0x20, 0])],
  ])('calls a file without text empty', async (bytes) => {
    expect((await refusal(bytes, 'report.pdf')).message).toBe('report.pdf is empty: it has no text.');
  });
});

describe('charsetOf', () => {
  it('reads the charset of a media type', () => {
    expect(charsetOf('text/html; Charset="ISO-8859-1"')).toBe('ISO-8859-1');
    expect(charsetOf('text/html')).toBeUndefined();
  });
});
