/** Small files of every format, to be damaged. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/node';
import { deckOf, shape } from '../../../src/load/office/deck.testing.ts';
import { docx } from '../../../src/load/office/docx-library.testing.ts';
import { writePdf } from '../pdf.ts';

export interface Original {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const prose =
  'The tenant pays 1,200 euros on the third day of each month. Either side may end the lease with three months of notice.';

const texts: Readonly<Record<string, string>> = {
  'lease.md': `---\ntitle: Lease\n---\n# Lease\n\n${prose}\n\n## Rent\n\n| month | rent |\n| --- | --- |\n| May | 1,200 |\n| June | 1,250 |\n\n- one\n  - two\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n`,
  'lease.html': `<!doctype html><html lang=en><head><title>Lease</title><meta name=author content="A. Lee"><script type="application/ld+json">{"@type":"Article","headline":"Lease"}</script></head><body><nav><a href=/>Home</a></nav><main><h1 id=top>Lease</h1><p>${prose} <a href="#rent">Rent</a> &amp; more.</p><h2 id=rent>Rent</h2><table><caption>Rents</caption><tr><th>month<th colspan=2>rent</tr><tr><td rowspan=2>May<td>1,200<td>x</tr><tr><td>1,250<td>y</tr></table><ul><li>one<ol start=3><li>two</ol></ul><pre><code>a\n b</code></pre><dl><dt>term<dd>meaning</dl></main></body></html>`,
  'rents.csv': `month;rent;paid\nMay;"1,200";yes\nJune;"1,250 ""net""";no\nJuly;;\n`,
  'rents.json': `{"lease":{"tenant":"A. Lee","rents":[{"month":"May","rent":1200.50},{"month":"June","rent":1250}],"notes":["${prose}",null,true,1e400]}}`,
  'rents.jsonl': `{"month":"May","rent":1200}\n{"month":"June","rent":1250,"note":"${prose}"}\n[1,2,{"a":[]}]\n`,
  'notes.ipynb': `{"nbformat":4,"cells":[{"cell_type":"markdown","source":["# Lease\\n","${prose}"]},{"cell_type":"code","source":"print(1)","outputs":[{"text":["1"]}]}]}`,
  'lease.ts': `/** Rent of a month. */\nexport function rent(month: string): number {\n  return month === 'May' ? 1200 : 1250;\n}\n\nexport class Lease {\n  end(): void {}\n}\n`,
  'letter.eml': `From: "A. Lee" <lee@example.org>\r\nTo: kim@example.org\r\nSubject: =?utf-8?B?TGVhc2Ug4oCT?= end\r\nDate: Mon, 4 May 2020 10:00:00 +0200\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b1"\r\n\r\n--b1\r\nContent-Type: multipart/alternative; boundary=b2\r\n\r\n--b2\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${prose} =E2=80=93=\r\n\r\n> quoted\r\n--b2\r\nContent-Type: text/html\r\n\r\n<p>${prose}</p>\r\n--b2--\r\n--b1\r\nContent-Type: text/csv; name="rents.csv"\r\nContent-Disposition: attachment; filename="rents.csv"\r\nContent-Transfer-Encoding: base64\r\n\r\nbW9udGgscmVudApNYXksMTIwMAo=\r\n--b1--\r\n`,
  'letters.mbox': `From lee@example.org Mon May  4 10:00:00 2020\nFrom: lee@example.org\nSubject: One\nDate: Mon, 4 May 2020 10:00:00 +0200\n\n${prose}\n>From here on.\n\nFrom kim@example.org Tue May  5 10:00:00 2020\nFrom: kim@example.org\nSubject: Re: One\n\nAgreed.\n`,
  'filing.txt': `<SEC-DOCUMENT>0000000001-95-000001.txt : 19950101\nCOMPANY CONFORMED NAME:\tLEASE CORP\n<DOCUMENT>\n<TYPE>10-K\n<SEQUENCE>1\n<TEXT>\nITEM 1. LEASES\n\n${prose}\n\n2\n<PAGE>\n<TABLE>\n<CAPTION>\n             1995    1994\n<S>          <C>     <C>\nRent ......  $ 1,200  $ 1,250\nOther......    (30)     20\n</TABLE>\n</TEXT>\n</DOCUMENT>\n<DOCUMENT>\n<TYPE>EX-99\n<SEQUENCE>2\n<TEXT>\n<html><p>${prose}</html>\n</TEXT>\n</DOCUMENT>\n</SEC-DOCUMENT>\n`,
  'lease.txt': `LEASE\n\n1. Rent\n${prose}\n\n2. End\n${prose}\n\n* one\n* two\n`,
};

/** One of each format, the same every time. */
export async function writeOriginals(): Promise<Original[]> {
  return [
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: strToU8(text) })),
    { name: 'lease.pdf', bytes: await pdf() },
    { name: 'lease.docx', bytes: await word() },
    { name: 'lease.pptx', bytes: slides() },
    { name: 'lease.epub', bytes: book() },
    { name: 'rents.xlsx', bytes: await workbook() },
  ];
}

async function pdf(): Promise<Uint8Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-fuzz-'));
  try {
    const file = path.join(folder, 'lease.pdf');
    const table = 'month        rent       paid\nMay          1,200      yes\nJune         1,250      no\n';
    await writePdf(file, [`LEASE\n\n${prose}\n\n${table}`, `${prose}\n\n${prose}`], { compress: false });
    return new Uint8Array(await readFile(file));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function word(): Promise<Uint8Array> {
  const { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } = docx;
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });
  const row = (...cells: string[]) => new TableRow({ children: cells.map(cell) });
  const children = [
    new Paragraph({ text: 'Lease', heading: 'Heading1' }),
    new Paragraph({ children: [new TextRun(prose), new TextRun({ text: 'bold', bold: true })] }),
    new Paragraph({ text: 'one', bullet: { level: 0 } }),
    new Table({ rows: [row('month', 'rent'), row('May', '1,200')] }),
  ];
  return Packer.toBuffer(new Document({ title: 'Lease', sections: [{ children }] }));
}

function slides(): Uint8Array {
  const deck = deckOf([
    {
      shapes: shape(['Lease'], { placeholder: 'type="title"' }) + shape([prose, 'one']),
      notes: shape([prose]),
    },
    { shapes: shape(['Rent']), isHidden: true },
  ]);
  const types =
    '<Types><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>';
  return zipSync({ ...unzipSync(deck), '[Content_Types].xml': strToU8(types) });
}

const page = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${body}</body></html>`;

function book(): Uint8Array {
  const parts = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf':
      '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Lease</dc:title></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'nav.xhtml': page(
      '<nav epub:type="toc"><ol><li><a href="a.xhtml">Lease</a></li><li><a href="b.xhtml#r">Rent</a></li></ol></nav>',
    ),
    'a.xhtml': page(`<h1>Lease</h1><p>${prose}</p>`),
    'b.xhtml': page(
      `<h2 id="r">Rent</h2><table><tr><th>month</th><th>rent</th></tr><tr><td>May</td><td>1,200</td></tr></table>`,
    ),
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

async function workbook(): Promise<Uint8Array> {
  const header = [{ value: 'month' }, { value: 'rent' }, { value: 'due' }];
  const rows = [1, 2, 3].map((month) => [
    { value: `month ${month}` },
    { value: 1200 + month },
    { value: new Date(Date.UTC(2020, month, 1)), format: 'yyyy-mm-dd' },
  ]);
  return new Uint8Array(await writeExcelFile([header, ...rows]).toBuffer());
}
