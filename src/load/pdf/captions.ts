import { rowText, type Row } from './rows.ts';

const caption =
  /^(?:table|tabelle|tableau|tabla|tabella|cuadro|quadro|exhibit|figure|figura|fig\.?|abbildung|abb\.)\s*[A-Z]?\d+(?:[.-]\d+)*\s*[.:—–]/i;

/** Whether a row begins as the captions of tables and figures do: "Table 4. The board", "Tableau 2-1 : Ventes". */
export function startsCaption(row: Row): boolean {
  return caption.test(rowText(row));
}
