import { expect, it } from 'vitest';
import { LoadError, UnsupportedFormatError } from '../../errors.ts';
import { detectFormat } from '../detect/detect.ts';
import { compoundFileError } from './ole.ts';

const compoundFile = (stream: string) =>
  new Uint8Array(
    Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1000),
      Buffer.from(stream, 'utf16le'),
    ]),
  );

it.each([
  ['WordDocument', 'a is an old Word document (doc).', 'Save it as docx with Word or LibreOffice.'],
  ['Workbook', 'a is an old Excel workbook (xls).', 'Save it as xlsx with Excel or LibreOffice.'],
  [
    'Unknown',
    'a is a compound file of an old office program.',
    'Save it in a newer format with the program that it is from.',
  ],
])('a file with a stream %s is not supported', (stream, message, hint) => {
  const error = compoundFileError(compoundFile(stream), 'a');
  expect(error).toBeInstanceOf(UnsupportedFormatError);
  expect(error).toMatchObject({ message, hint });
});

it('is told from bytes at an odd address too', () => {
  const file = compoundFile('WordDocument');
  const odd = new Uint8Array(file.length + 1).subarray(1);
  odd.set(file);
  expect(compoundFileError(odd, 'a').message).toBe('a is an old Word document (doc).');
});

it('says that a file has a password', async () => {
  const error: unknown = await detectFormat(compoundFile('EncryptedPackage'), 'plan.docx').catch(
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(LoadError);
  expect(error).toMatchObject({
    code: 'UNREADABLE_DOCUMENT',
    message: 'plan.docx is an office file with a password.',
  });
});
