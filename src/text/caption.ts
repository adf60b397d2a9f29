/** The names that tables and figures have: "Table 4. Sales", "Abbildung 2: …". */
const words =
  'table|tab\\.|exhibit|schedule|tabelle|tableau|tabla|cuadro|tabella|quadro|figure|fig\\.|abbildung|abb\\.|figura|表|図';
/** Of Markdown. */
const emphasis = '[*_]{0,3}';
const numbered = new RegExp(
  String.raw`^${emphasis}(?:${words})(?:\s?\p{N}|\s(?:[ivxlc]+|[a-z])(?!\p{L}))`,
  'iu',
);
const captioned = new RegExp(
  String.raw`^${emphasis}(?:${words})\s?(?:[a-z]?[.-]?\p{N}+(?:[.-]\p{N}+)*[a-z]?|[ivxlc]+|[a-z])${emphasis}(?:\s*[.:：—–|]|\s-\s|$)`,
  'iu',
);

/** Whether a line begins with the number of a table or figure, as in "Table 4", "Exhibit A", "表3". */
export const isNumbered = (line: string): boolean => numbered.test(line);

/** Whether it is a numbered caption, as in "Table 4. Sales", "Tabelle A-2: Umsatz", "Tableau IV – Ventes", and not "Table 4 shows". */
export const isCaptioned = (line: string): boolean => captioned.test(line);
