import { rowText, type Row } from '../rows.ts';

const names = String.raw`^(?:table|tabelle|tableau|tabla|tabella|cuadro|quadro|exhibit|figure|figura|fig\.?|abbildung|abb\.)`;
const name = new RegExp(names, 'i');
const caption = new RegExp(String.raw`${names}\s*[A-Z]?\d+(?:[.-]\d+)*\s*[.:—–]`, 'i');

/** Whether a row begins as the captions of tables and figures do: "Table 4. The board", "Tableau 2-1 : Ventes". */
export function startsCaption(row: Row): boolean {
  return name.test(row.words[0]!.text) && caption.test(rowText(row));
}
