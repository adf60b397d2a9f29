import { expect, it } from 'vitest';
import { detectText } from '../../detect/detect.ts';
import { isFiling } from './is-filing.ts';

const tag = '<SEC-DOCUMENT>0000037996-94-000005.txt : 19940322\n';

it.each([
  ['a signed submission', `-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 2001,MIC-CLEAR\n\n${tag}`],
  ['one of today', tag],
  ['a header', '<SEC-HEADER>0000037996-94-000005.hdr.sgml : 19940322\n'],
  ['an early header', '<IMS-HEADER>0000037996-94-000005.hdr.sgml : 19940322\n'],
  ['a document of one, in small letters', '\n<document>\n<type>10-K\n<sequence>1\n<text>\nWords.'],
  [
    'one with Windows line ends',
    '<DOCUMENT>\r\n<TYPE>EX-99\r\n<SEQUENCE>2\r\n<FILENAME>a.txt\r\n<TEXT>\r\nWords.',
  ],
])('tells %s', (_, text) => expect(isFiling(text)).toBe(true));

it.each([
  ['a contract that quotes a header', `This Agreement ends thus:\n\n${tag}<DOCUMENT>\n<TYPE>10-K\n`],
  ['a mail that is signed so', '-----BEGIN PRIVACY-ENHANCED MESSAGE-----\nProc-Type: 4,ENCRYPTED\n\nAbc=\n'],
  ['words about the tag', '<SEC-DOCUMENT> is the first tag of a submission.\n'],
  [
    'words below a number that is not in the tag',
    '<SEC-DOCUMENT>\nNumbers are such as 0000037996-94-000005.',
  ],
  ['words below a type', '<DOCUMENT>\n<TYPE>10-K\nis how documents begin.\n<SEQUENCE>1\n<TEXT>\nx\n'],
  ['a type without a number', '<document>\n<type>contract\n<text>\nThis contract is between A and B.\n'],
  ['another document type', '<DOCUMENT>\n<TITLE>Manual</TITLE>\n<TYPE>10-K\n'],
  ['a table with marks', '<TABLE>\n<S>   <C>\nShips  9\n</TABLE>\n'],
])('leaves %s', (_, text) => expect(isFiling(text)).toBe(false));

it('lets no submission be read where other plain text is, as pages may be in it', () => {
  expect(detectText(new TextEncoder().encode(`${tag}<DOCUMENT>\n`), 'filing.txt')).toBeUndefined();
  expect(detectText(new TextEncoder().encode(`Words.\n${tag}`), 'filing.txt')).toBe('text');
});
