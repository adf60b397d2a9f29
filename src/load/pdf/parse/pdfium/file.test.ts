// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { PdfiumFile } from './file.ts';
import { pdfium } from './module.ts';

function encryptedPdf(userPassword: string, pdfVersion: PDFKit.PDFDocumentOptions['pdfVersion']) {
  return new Promise<Uint8Array>((resolve) => {
    const pdf = new PDFDocument({ userPassword, ownerPassword: 'other', pdfVersion });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    pdf.text('opened').end();
  });
}

async function opens(bytes: Uint8Array, password: string): Promise<boolean> {
  const file = new PdfiumFile(await pdfium(), { bytes, name: 'a.pdf', password });
  file.close();
  return true;
}

/** Revisions 2 to 4 of encryption take bytes of PDFDocEncoding, 5 and 6 UTF-8. */
const versions = ['1.3', '1.4', '1.6', '1.7ext3'] as const;

describe('PdfiumFile', () => {
  it.each(versions)('opens PDF %s with a password that is not ASCII', async (version) => {
    const bytes = await encryptedPdf('pässwört', version);
    expect(await opens(bytes, 'pässwört')).toBe(true);
    await expect(opens(bytes, 'passwort')).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' });
  });

  it.each(versions)('opens PDF %s with a password typed in another form of Unicode', async (version) => {
    const bytes = await encryptedPdf('pässwört', version);
    expect(await opens(bytes, 'pässwört'.normalize('NFD'))).toBe(true);
  });
});
