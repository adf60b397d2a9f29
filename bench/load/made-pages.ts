/** Small PDFs with what the collection lacks: a user unit, and crop boxes on turned pages. */
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';

const sentence =
  'Five boxing wizards jump quickly; how vexingly the quick daft zebras jump over (1,234) judges. ';

/** A page of text whose dictionary has the given entries. */
export function makePage(entries: object): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ size: [400, 600], margin: 80 });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    Object.assign(pdf.page.dictionary.data, entries);
    pdf.font('Times-Roman').fontSize(11).text(sentence.repeat(12));
    pdf.end();
  });
}

export const madePages: readonly { readonly name: string; readonly entries: object }[] = [
  { name: 'made: user unit 2', entries: { UserUnit: 2 } },
  { name: 'made: cropped, turned by 90', entries: { CropBox: [60, 100, 380, 560], Rotate: 90 } },
  { name: 'made: cropped, turned by 270', entries: { CropBox: [30, 50, 390, 570], Rotate: 270 } },
];
