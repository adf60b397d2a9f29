import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LimitExceededError, LoadError, UnsupportedFormatError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { epubLoader } from './epub.ts';

const limits = { maxBytes: 1e7, maxPages: 100, maxChars: 1e6 };
const container =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>';

interface Book {
  /** Bodies by file name. */
  readonly chapters: Readonly<Record<string, string>>;
  readonly metadata?: string;
  /** Items of the navigation document. */
  readonly contents?: string;
  readonly more?: Readonly<Record<string, string>>;
}

function bookOf({ chapters, metadata = '', contents, more = {} }: Book): Uint8Array {
  const names = Object.keys(chapters);
  const items = names.map(
    (name, index) => `<item id="c${index}" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`,
  );
  const references = names.map((_, index) => `<itemref idref="c${index}"/>`);
  const nav =
    contents === undefined
      ? ''
      : '<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>';
  const parts = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'OEBPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>${metadata}</metadata><manifest>${nav}${items.join('')}</manifest><spine>${references.join('')}</spine></package>`,
    ...(contents === undefined
      ? {}
      : {
          'OEBPS/nav.xhtml': page(
            `<nav epub:type="landmarks"><ol><li><a href="x">Cover</a></li></ol></nav><nav epub:type="toc"><ol>${contents}</ol></nav>`,
          ),
        }),
    ...Object.fromEntries(names.map((name) => [`OEBPS/${name}`, page(chapters[name]!)])),
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const page = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x "y">]><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a.js"/></head><body>${body}</body></html>`;

async function read(bytes: Uint8Array): Promise<LoadedDocument> {
  const document = await epubLoader.load({ bytes, name: 'book.epub', limits });
  checkInvariants(document);
  return document;
}

const encrypted = (algorithm: string) => ({
  'META-INF/encryption.xml': `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
});

/** A package of nothing but chapters. */
const packageOf = (names: readonly string[]) => ({
  'OEBPS/book.opf': `<package><manifest>${names.map((name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${names.map((name) => `<itemref idref="${name}"/>`).join('')}</spine></package>`,
});

const outline = ({ sections, text }: LoadedDocument) =>
  sections.map(({ heading, level, charStart, charEnd }) => [
    level,
    heading,
    text.slice(charStart, charEnd).replaceAll(/\s+/g, ' ').trim(),
  ]);

describe('epub', () => {
  it('reads chapters in the order of the spine, without the contents', async () => {
    const { text } = await read(
      bookOf({
        chapters: { 'b.xhtml': '<p>one</p>', 'a.xhtml': '<p>two</p>' },
        contents: '<li><a href="a.xhtml">A</a></li>',
      }),
    );
    expect(text).toBe('one\n\ntwo');
  });

  it('has the contents as sections, and headings below them', async () => {
    const book = await read(
      bookOf({
        chapters: {
          'part.xhtml': '<p>PART ONE</p>',
          '1.xhtml': '<h1>1. <em>Seals</em></h1><p>a</p><h3>Oil</h3><p>b</p>',
          '1b.xhtml': '<p>c</p>',
          'my 2.xhtml': '<p>d</p>',
        },
        contents:
          '<li><a href="part.xhtml">Part one</a><ol><li><a href="1.xhtml">Seals</a></li><li><a href="my%202.xhtml#top">Valves</a></li></ol></li>',
      }),
    );
    expect(outline(book)).toEqual([
      [1, 'Part one', 'PART ONE 1. Seals a Oil b c d'],
      [2, 'Seals', '1. Seals a Oil b c'],
      [3, 'Oil', 'Oil b'],
      [2, 'Valves', 'd'],
    ]);
  });

  it('has its own headings where a file has several lines in the contents, or none', async () => {
    const chapters = { 'all.xhtml': '<h2>One</h2><p>a</p><h3>Two</h3><p>b</p>' };
    const expected = [
      [1, 'One', 'One a Two b'],
      [2, 'Two', 'Two b'],
    ];
    const contents = '<li><a href="all.xhtml#1">I</a></li><li><a href="all.xhtml#2">II</a></li>';
    expect(outline(await read(bookOf({ chapters, contents })))).toEqual(expected);
    expect(outline(await read(bookOf({ chapters })))).toEqual(expected);
  });

  it('has the contents of older books too', async () => {
    const ncx =
      '<ncx><navMap><navPoint><navLabel><text>Seals</text></navLabel><content src="a.xhtml"/></navPoint></navMap></ncx>';
    const opf =
      '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine toc="n"><itemref idref="a"/></spine></package>';
    const more = { 'OEBPS/toc.ncx': ncx, 'OEBPS/book.opf': opf };
    const book = await read(bookOf({ chapters: { 'a.xhtml': '<p>a</p>' }, more }));
    expect(outline(book)).toEqual([[1, 'Seals', 'a']]);
  });

  it('keeps notes and what stands beside the text', async () => {
    const body =
      '<p>Leaks<a epub:type="noteref" href="#n">1</a>.</p><aside epub:type="footnote" id="n"><p>In May.</p></aside><a id="p9"/><p>End</p>';
    expect((await read(bookOf({ chapters: { 'a.xhtml': body } }))).text).toBe('Leaks1.\n\nIn May.\n\nEnd');
  });

  it('is described by its package', async () => {
    const metadata =
      '<dc:title>Seals &amp; valves</dc:title><dc:creator>A. Lee</dc:creator><dc:creator>B. Kim</dc:creator><dc:date>2021-03</dc:date><dc:language>de-AT</dc:language><dc:publisher>Press</dc:publisher><dc:identifier>urn:doi:10.1/x</dc:identifier><dc:subject>Pumps</dc:subject><dc:description>&lt;p&gt;About.&lt;/p&gt;</dc:description>';
    const { bibliography, language } = await read(bookOf({ chapters: { 'a.xhtml': '<p>a</p>' }, metadata }));
    expect(language).toBe('de');
    expect(bibliography).toEqual({
      title: 'Seals & valves',
      creators: ['A. Lee', 'B. Kim'],
      subjects: ['Pumps'],
      description: 'About.',
      dateCreated: '2021-03',
      publisher: 'Press',
      doi: '10.1/x',
    });
  });
});

describe('bad epub', () => {
  const chapters = { 'a.xhtml': '<p>a</p>' };

  it('with copy protection is not supported, with its fonts obfuscated it is', async () => {
    const drm = bookOf({ chapters, more: encrypted('http://www.w3.org/2001/04/xmlenc#aes256-cbc') });
    await expect(read(drm)).rejects.toBeInstanceOf(UnsupportedFormatError);
    const fonts = bookOf({ chapters, more: encrypted('http://www.idpf.org/2008/embedding') });
    expect((await read(fonts)).text).toBe('a');
  });

  it('names chapters that are missing, and fails when all are', async () => {
    const { text, warnings } = await read(bookOf({ chapters, more: packageOf(['a', 'gone']) }));
    expect(text).toBe('a');
    expect(warnings).toEqual(['The book lacks OEBPS/gone.xhtml, which it names as a chapter.']);
    await expect(read(bookOf({ chapters, more: packageOf(['gone']) }))).rejects.toBeInstanceOf(LoadError);
  });

  it('without a package is a LoadError', async () => {
    await expect(read(zipSync({ mimetype: strToU8('application/epub+zip') }))).rejects.toBeInstanceOf(
      LoadError,
    );
  });

  it('that inflates without end, or has too much text, stops at the limit', async () => {
    const bomb = bookOf({ chapters: { 'a.xhtml': ' '.repeat(20_000_000) } });
    await expect(read(bomb)).rejects.toBeInstanceOf(LimitExceededError);
    const long = bookOf({ chapters: { 'a.xhtml': 'words '.repeat(200_000) } });
    await expect(read(long)).rejects.toBeInstanceOf(LimitExceededError);
  });

  it.each([
    [
      'a chapter of a hundred thousand nested elements',
      { 'a.xhtml': `${'<div>'.repeat(100_000)}deep` },
      'deep',
    ],
    ['entities of its own', { 'a.xhtml': '<p>&x;</p>' }, '&x;'],
    ['bad bytes and no tags', { 'a.xhtml': 'a \u0000 b' }, 'a b'],
  ])('with %s is read', async (_, bodies, text) => {
    expect((await read(bookOf({ chapters: bodies }))).text).toBe(text);
  });
});
