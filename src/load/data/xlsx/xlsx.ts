import { decodeText } from '../../detect/decode.ts';
import { DocumentWriter } from '../../write/document-writer.ts';
import type { Loader } from '../../loader.ts';
import { coreProperties } from '../../office/core-properties.ts';
import { openZip } from '../../office/zip.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';
import { regionsOf } from './regions.ts';
import { textBoxesOf } from './text-boxes.ts';
import { openWorkbook, type Workbook } from './workbook.ts';
import { writeRegion } from './write-region.ts';

/**
 * Reads Excel workbooks: a section a sheet, its tables as Markdown, then its text boxes. Dates are in ISO form, numbers as they are
 * shown, formulas as their last result. Charts, pictures and comments are left out.
 */
export const xlsxLoader: Loader = {
  async load(request) {
    const { bytes, limits, signal } = request;
    const archive = openZip(bytes, { name: request.name, maxBytes: limits.maxBytes });
    const workbook = await openWorkbook(archive);
    const writer = new DocumentWriter(request);
    let uncalculated = 0;
    for (const { name, part } of workbook.sheets) {
      signal?.throwIfAborted();
      const xml = archive.read(part);
      const { rows, spans, ...found } = readSheet(xml ? decodeText(xml).text : '', workbook);
      uncalculated += found.uncalculated;
      const boxes = await textBoxesOf(archive, part);
      if (rows.length === 0 && boxes.length === 0) continue;
      const sheet = wholeName(name, rows);
      writer.heading(sheet, 1);
      for (const region of regionsOf(rows)) writeRegion(writer, region, { sheet, spans });
      for (const { kind, text } of boxes) writer.block(kind, text);
    }
    const written = writer.finish();
    return {
      ...written,
      format: 'xlsx',
      pages: [],
      ...(await coreProperties(archive, { text: written.text, pages: [] })),
      warnings: warningsOf(workbook, uncalculated),
    };
  },
};

/** Characters of a sheet's name, at most; programs cut longer ones, and number those that are then the same. */
const longestName = 31;
const longestHeading = 160;

/** A name that was cut, as the first cell of its sheet has it whole. */
function wholeName(name: string, [first]: readonly SheetRow[]): string {
  const [cell = ''] = first?.cells.values() ?? [];
  const [line = ''] = cell.split('\n', 1);
  const beginning = name.replace(/_\d+$/, '').toLowerCase();
  const isWhole = line.length <= longestHeading && line.toLowerCase().startsWith(beginning);
  return name.length === longestName && isWhole ? line.trim() : name;
}

function warningsOf({ sheets }: Workbook, uncalculated: number): string[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name);
  return [
    ...(hidden.length > 0 ? [`Hidden sheets were read too: ${hidden.join(', ')}.`] : []),
    ...(uncalculated > 0
      ? [
          `${uncalculated} formulas have no stored result: open the file in a spreadsheet program and save it.`,
        ]
      : []),
  ];
}
