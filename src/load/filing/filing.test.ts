import { expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';

async function load(text: string, name = 'filing.txt') {
  const limits = { maxBytes: 1e6, maxPages: 10 };
  const document = await loadDocument({ bytes: new TextEncoder().encode(text), name, limits });
  checkInvariants(document);
  return document;
}

const header = `-----BEGIN PRIVACY-ENHANCED MESSAGE-----
Proc-Type: 2001,MIC-CLEAR

<SEC-DOCUMENT>0000000000-96-000001.txt : 19960320
<SEC-HEADER>0000000000-96-000001.hdr.sgml : 19960320
CONFORMED SUBMISSION TYPE:\t10-K
FILED AS OF DATE:\t\t19960319
FILER:
\tCOMPANY DATA:
\t\tCOMPANY CONFORMED NAME:\t\t\tHARBOUR LINES CORP
</SEC-HEADER>
`;

it('is called by the form and company of its header, which is no part of the text', async () => {
  const { text, bibliography, sections } = await load(`${header}<DOCUMENT>
<TYPE>10-K
<SEQUENCE>1
<TEXT>

The fleet has nine ships and
                                   4
<PAGE>

HARBOUR LINES
they sail daily.

<PAGE>

HARBOUR LINES
A & B.

<PAGE>

HARBOUR LINES
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>EX-21
<DESCRIPTION>SUBSIDIARIES
<TEXT>
Harbour Lines Ltd.
</TEXT>
</DOCUMENT>
<DOCUMENT>
<TYPE>GRAPHIC
<TEXT>
begin 644 logo.jpg
M_]C_X
end
</TEXT>
</DOCUMENT>
`);
  expect(bibliography).toEqual({
    title: 'HARBOUR LINES CORP, Form 10-K',
    creators: ['HARBOUR LINES CORP'],
    publisher: 'HARBOUR LINES CORP',
    dateCreated: '1996-03-19',
  });
  expect(text).toBe(
    'The fleet has nine ships and\n\nHARBOUR LINES\nthey sail daily.\n\nA & B.\n\nHarbour Lines Ltd.',
  );
  expect(sections.map(({ heading }) => heading)).toEqual(['10-K', 'EX-21 SUBSIDIARIES']);
});

it('puts a sentence that goes on over the page together', async () => {
  const { text } = await load(
    '<DOCUMENT>\n<TYPE>10-Q\n<TEXT>\nNine ships and\n\n - 4 -\n<PAGE>\n\nboats sail.\n',
  );
  expect(text).toBe('Nine ships and\nboats sail.');
});

it('takes the company from above its caption, and pages of HTML out of what wraps them', async () => {
  const { text, bibliography, format } = await load(
    '<DOCUMENT>\n<TYPE>8-K\n<FILENAME>a.htm\n<TEXT>\n<html><title>a</title><p>Harbour Lines</p><p>(Exact name of registrant as specified)</p></html>\n</TEXT>\n</DOCUMENT>',
  );
  expect(format).toBe('html');
  expect(text).toBe('Harbour Lines\n\n(Exact name of registrant as specified)');
  expect(bibliography.title).toBe('Harbour Lines, Form 8-K');
});

it('reads tables in pages that hold plain text', async () => {
  const page = `<html><body><pre>
Text &amp; more.
<TABLE>
<S>        <C>
Ships       9
Boats       7
</TABLE></pre>`;
  const { text, format } = await load(page, 'filing.htm');
  expect(format).toBe('html');
  expect(text).toContain('Text & more.\n\n| | |\n| --- | --- |\n| Ships | 9 |\n| Boats | 7 |');
});
