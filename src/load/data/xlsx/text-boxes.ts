import { type TextPart, textParts } from '../../office/pptx/paragraphs.ts';
import { relationshipsOf } from '../../office/relationships.ts';
import { childElements, elementAt, parseXml, type XmlElement } from '../../office/xml.ts';
import type { ZipArchive } from '../../office/zip.ts';

/** The text of the shapes that are drawn on a sheet, such as text boxes, in their order. */
export async function textBoxesOf(archive: ZipArchive, sheetPart: string): Promise<TextPart[]> {
  const related = await relationshipsOf(archive, sheetPart);
  const part = related.find(({ type, isExternal }) => type === 'drawing' && !isExternal)?.target;
  const bytes = part === undefined ? undefined : archive.read(part);
  // Cells are worth more than what is drawn over them.
  const drawing = bytes && (await parseXml(bytes, part!).catch(() => undefined));
  return drawing ? textBelow(drawing) : [];
}

/** Without boxes that are hidden or repeat a cell. What newer programs show goes before what stands beside it for others. */
function textBelow(element: XmlElement): TextPart[] {
  const isShown =
    element.attributes.textlink === undefined &&
    elementAt(element, 'nvSpPr', 'cNvPr')?.attributes.hidden !== '1';
  if (element.name === 'sp' && !isShown) return [];
  const body = element.name === 'sp' ? elementAt(element, 'txBody') : undefined;
  if (body) return textParts(body, []);
  return childElements(element)
    .filter(({ name }) => name !== 'Fallback')
    .flatMap(textBelow);
}
