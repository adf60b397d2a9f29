import { rowText, type Row } from './rows.ts';

const caption = /^(?:table|figure|fig\.?)\s*[A-Z]?\d+(?:[.-]\d+)*\s*[.:—–]/i;

/** Whether a row begins as the captions of tables and figures do: "Table 4. The board", "Figure 2-1: Sales". */
export function startsCaption(row: Row): boolean {
  return caption.test(rowText(row));
}
