import { UnreadableDocumentError } from '../../../errors.ts';
import { decodeText } from '../../detect/decode.ts';
import { relationshipsOf } from '../../office/relationships.ts';
import { childElements, elementAt, parseXml, type XmlElement } from '../../office/xml.ts';
import type { ZipArchive } from '../../office/zip.ts';
import { builtInFormat, formatOf, type NumberFormat } from './number-format.ts';
import { CellText } from './cell-text.ts';
import { scanXml } from './scan-xml.ts';

export interface Workbook {
  readonly sheets: readonly SheetPart[];
  readonly strings: readonly string[];
  /** By the number of a cell's style. */
  readonly formats: readonly NumberFormat[];
  readonly has1904Dates: boolean;
}

interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  /** In the archive. */
  readonly part: string;
}

/** What the sheets of a workbook have in common; sheets that are charts are left out. */
export async function openWorkbook(archive: ZipArchive): Promise<Workbook> {
  const part = await mainPart(archive);
  const bytes = archive.read(part);
  if (!bytes) throw withoutPart(part);
  const workbook = await parseXml(bytes, part);
  const related = await relationshipsOf(archive, part);
  const partOf = (type: string) => related.find((one) => one.type === type)?.target;
  const [strings, styles] = [partOf('sharedStrings'), partOf('styles')].map((name) =>
    name === undefined ? undefined : archive.read(name),
  );
  const targets = new Map(
    related.filter(({ type }) => type === 'worksheet').map((one) => [one.id, one.target]),
  );
  return {
    sheets: sheetsOf(workbook, targets),
    strings: strings ? sharedStrings(decodeText(strings).text) : [],
    formats: numberFormats(styles && (await parseXml(styles, 'styles'))),
    has1904Dates: /^(?:1|true)$/.test(elementAt(workbook, 'workbookPr')?.attributes.date1904 ?? ''),
  };
}

async function mainPart(archive: ZipArchive): Promise<string> {
  const related = await relationshipsOf(archive, '');
  return related.find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
}

function sheetsOf(workbook: XmlElement, targets: ReadonlyMap<string, string>): SheetPart[] {
  return childElements(elementAt(workbook, 'sheets'), 'sheet').flatMap(({ attributes }) => {
    const id = Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
    const part = targets.get(id);
    if (part === undefined) return [];
    const { name = '', state = 'visible' } = attributes;
    return [{ name: unescaped(name), isHidden: state !== 'visible', part }];
  });
}

/** How the numbers of cells are shown, by the number of the cell's style. */
function numberFormats(styles: XmlElement | undefined): NumberFormat[] {
  const own = new Map(
    childElements(elementAt(styles, 'numFmts'), 'numFmt').map(
      ({ attributes: { numFmtId = '', formatCode = '' } }) => [Number(numFmtId), formatOf(formatCode)],
    ),
  );
  return childElements(elementAt(styles, 'cellXfs'), 'xf').map(({ attributes: { numFmtId = '0' } }) => {
    const id = Number(numFmtId);
    return own.get(id) ?? builtInFormat(id);
  });
}

function withoutPart(part: string): UnreadableDocumentError {
  return new UnreadableDocumentError(`The workbook is damaged: its part ${part} is missing.`, {
    hint: 'Open the file in the program that it is from and save it anew.',
    context: { part },
  });
}

/** The texts that cells refer to by number. */
function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  const text = new CellText();
  scanXml(xml, {
    open: (name, attributes) => text.open(name, attributes),
    text: (part) => text.add(part),
    close(name) {
      text.close(name);
      if (name === 'si') strings.push(unescaped(text.take()));
    },
  });
  return strings;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([\dA-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
