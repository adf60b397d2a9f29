import * as library from 'docx';

type Part = new (options: object | string | number) => object;

interface DocxLibrary extends Record<
  | 'DeletedTextRun'
  | 'Document'
  | 'ExternalHyperlink'
  | 'FootnoteReferenceRun'
  | 'Header'
  | 'InsertedTextRun'
  | 'Math'
  | 'MathRun'
  | 'MathSuperScript'
  | 'Paragraph'
  | 'Table'
  | 'TableCell'
  | 'TableRow'
  | 'TextRun',
  Part
> {
  readonly Packer: { toBuffer(document: object): Promise<Uint8Array> };
}

/** The package that writes Word documents; its own types cannot be resolved from ES modules. */
export const docx = library as unknown as DocxLibrary;
