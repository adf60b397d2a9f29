import * as fc from 'fast-check';
import { type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { LimitExceededError, LoadError } from '../../errors.ts';
import { openZip } from './zip.ts';
import { zipFormat } from './zip-format.ts';

const options = { name: 'a.docx', maxBytes: 10_000 };
const utf8 = new TextEncoder();
const archiveOf = (parts: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, utf8.encode(text)])));

const types = (mainPart: string) =>
  `<Types><Override PartName="/x.xml" ContentType="application/${mainPart}"/></Types>`;

/** Little-endian, a character a byte. */
const number = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => String.fromCharCode(Math.floor(value / 256 ** at) % 256)).join('');

/** What writers make that do not know how long parts will be: sizes and places of 64 bits. */
function zip64Of(name: string, content: string): Uint8Array {
  const [place, none] = ['\0'.repeat(8), '\xff\xff\xff\xff'];
  const lengths = number(name.length, 2);
  const local = `PK\x03\x04${'\0'.repeat(22)}${lengths}\0\0${name}${content}`;
  const sizes = number(content.length, 8).repeat(2) + place;
  const field = `\x01\0${number(sizes.length, 2)}${sizes}`;
  const entry = `PK\x01\x02${'\0'.repeat(16)}${none}${none}${lengths}${number(field.length, 2)}${'\0'.repeat(10)}${none}${name}${field}`;
  const end = `PK\x06\x06${number(44, 8)}${'\0'.repeat(12)}${number(1, 8).repeat(2)}${number(entry.length, 8)}${number(local.length, 8)}`;
  const locator = `PK\x06\x07${'\0'.repeat(4)}${number(local.length + entry.length, 8)}${number(1, 4)}`;
  const shortEnd = `PK\x05\x06\0\0\0\0${none}${none}${none}\0\0`;
  return new Uint8Array(Buffer.from(local + entry + end + locator + shortEnd, 'latin1'));
}

function readAll(bytes: Uint8Array): void {
  const archive = openZip(bytes, options);
  archive.names.forEach((name) => archive.read(name));
}

describe('openZip', () => {
  it('reads what was written, packed or not', () => {
    const content = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?$/), fc.uint8Array());
    fc.assert(
      fc.property(content, fc.constantFrom(0, 6), (parts, level) => {
        const archive = openZip(zipSync(parts as Zippable, { level: level as 0 | 6 }), options);
        expect([...archive.names].sort()).toEqual(Object.keys(parts).sort());
        for (const [name, bytes] of Object.entries(parts)) {
          expect(Buffer.from(archive.read(name)!)).toEqual(Buffer.from(bytes));
        }
      }),
    );
  });

  it('reads archives of the ZIP64 form', () => {
    const archive = openZip(zip64Of('a/b.xml', '<words/>'), options);
    expect(archive.names).toEqual(['a/b.xml']);
    expect(new TextDecoder().decode(archive.read('a/b.xml'))).toBe('<words/>');
  });

  it('finds parts whatever their case and slashes', () => {
    const archive = openZip(archiveOf({ 'Word\\Document.xml': 'x' }), options);
    expect(archive.read('word/document.xml')).toBeDefined();
    expect(archive.read('word/other.xml')).toBeUndefined();
  });

  it('stops inflating at the limit, over all parts together', () => {
    const zeros = '\0'.repeat(6000);
    const archive = openZip(archiveOf({ a: zeros, b: zeros }), options);
    expect(archive.read('a')).toHaveLength(6000);
    expect(() => archive.read('b')).toThrow(LimitExceededError);
  });

  it('does not believe the size that a part declares', () => {
    const bytes = archiveOf({ a: '\0'.repeat(1_000_000) });
    const directory = Buffer.from(bytes).indexOf('PK\u0001\u0002');
    bytes.set([1, 0, 0, 0], directory + 24);
    expect(() => openZip(bytes, options).read('a')).toThrow(/inflates to more than 10000 bytes/);
  });

  it('refuses an archive of too many parts before it reads them', () => {
    const bytes = archiveOf({ a: 'x' });
    bytes.set([0xff, 0xff], bytes.length - 12);
    expect(() => openZip(bytes, options)).toThrow(LimitExceededError);
  });

  it('fails with a typed error for whatever is cut off or changed', () => {
    const whole = archiveOf({ '[Content_Types].xml': 'types', 'word/document.xml': 'words '.repeat(99) });
    const archives = [whole, zip64Of('word/document.xml', 'words '.repeat(9))];
    const change = fc.constantFrom(...archives).chain((archive) =>
      fc.record({
        archive: fc.constant(archive),
        keep: fc.nat(archive.length),
        at: fc.nat(archive.length - 1),
        byte: fc.nat(255),
      }),
    );
    fc.assert(
      fc.property(change, ({ archive, keep, at, byte }) => {
        const changed = archive.slice();
        changed[at] = byte;
        for (const bytes of [archive.slice(0, keep), changed]) {
          try {
            readAll(bytes);
          } catch (error) {
            if (!(error instanceof LoadError || error instanceof LimitExceededError)) throw error;
          }
        }
      }),
      { numRuns: 200 },
    );
    expect(() => readAll(whole.slice(0, 100))).toThrow(LoadError);
  });
});

describe('zipFormat', () => {
  it.each([
    ['docx', 'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'],
    ['docx', 'vnd.ms-word.document.macroEnabled.main+xml'],
    ['pptx', 'vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml'],
    ['xlsx', 'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'],
    [undefined, 'vnd.ms-package.3dmanufacturing-3dmodel+xml'],
  ])('is %s for %s', (format, mainPart) => {
    expect(zipFormat(archiveOf({ '[Content_Types].xml': types(mainPart) }), 'a')).toBe(format);
  });

  it('knows a book by its media type or its container', () => {
    expect(zipFormat(archiveOf({ mimetype: 'application/epub+zip' }), 'a')).toBe('epub');
    expect(zipFormat(archiveOf({ 'META-INF/container.xml': '<container/>' }), 'a')).toBe('epub');
    expect(zipFormat(archiveOf({ 'notes.txt': 'application/epub+zip' }), 'a')).toBeUndefined();
  });

  it('says that an archive is cut off', () => {
    const bytes = archiveOf({ mimetype: 'application/epub+zip' });
    expect(() => zipFormat(bytes.slice(0, -30), 'book.epub')).toThrow(/book.epub is damaged or cut off/);
  });
});
