import { childElements, elementAt, type XmlElement } from '../../office/xml.ts';
import { builtInKind, kindOfCode, type NumberKind } from './number-format.ts';

/** What the numbers of cells are, by the number of the cell's style. */
export function numberKinds(styles: XmlElement | undefined): NumberKind[] {
  const listOf = (list: string, name: string) => {
    const element = elementAt(styles, list);
    return element ? childElements(element, name) : [];
  };
  const own = new Map(
    listOf('numFmts', 'numFmt').map(({ attributes: { numFmtId = '', formatCode = '' } }) => [
      Number(numFmtId),
      kindOfCode(formatCode),
    ]),
  );
  return listOf('cellXfs', 'xf').map(({ attributes: { numFmtId = '0' } }) => {
    const id = Number(numFmtId);
    return own.get(id) ?? builtInKind(id);
  });
}
