/** The names that tables and figures have: "Table 4. Sales", "Abbildung 2: …". */
const figures = 'figure|fig\\.|abbildung|abb\\.|figura|図';
const shown = `table|tab\\.|tabelle|tableau|tabla|cuadro|tabella|quadro|表|${figures}`;
const words = `exhibit|schedule|${shown}`;
/** Of Markdown. */
const emphasis = '[*_]{0,3}';
const numbered = new RegExp(
  String.raw`^${emphasis}(?:${words})(?:\s?\p{N}|\s(?:[ivxlc]+|[a-z])(?!\p{L}))`,
  'iu',
);
const captionOf = (names: string) =>
  new RegExp(
    String.raw`^${emphasis}(?:${names})(?:\s?[a-z]?[.-]?\p{N}+(?:[.-]\p{N}+)*[a-z]?|\s(?:[ivxlc]+|[a-z]))${emphasis}(?:\s*[.:：—–|]|\s-\s|$)`,
    'iu',
  );
const captioned = captionOf(words);
const figure = captionOf(figures);
const numberedFigure = new RegExp(String.raw`^${emphasis}(?:${figures})\s?[a-z]?\p{N}`, 'iu');
const tableOrFigure = captionOf(shown);

/** Whether a line begins with the number of a table or figure, as in "Table 4", "Exhibit A", "表3". */
export const isNumbered = (line: string): boolean => numbered.test(line);

/** Whether it is a numbered caption, as in "Table 4. Sales", "Tabelle A-2: Umsatz", "Tableau IV – Ventes", and not "Table 4 shows". */
export const isCaptioned = (line: string): boolean => captioned.test(line);

/** Whether it is the caption of a table or figure, and not of an exhibit or schedule, which may be whole parts of a document. */
export const isCaptionOfFigure = (line: string): boolean => tableOrFigure.test(line);

/** Whether a line begins with the number of a figure, with a sign behind it or without: "Figure 4 Sales". */
export const isNumberedFigure = (line: string): boolean => numberedFigure.test(line);

/** What the caption of a figure says of it, as in "Figure 1. Sales by region"; `undefined` for a line that is none. */
export const figureTitle = (line: string): string | undefined => titleBehind(figure, line);

/** The same of a table or figure. */
export const captionTitle = (line: string): string | undefined => titleBehind(tableOrFigure, line);

function titleBehind(label: RegExp, line: string): string | undefined {
  const [found] = label.exec(line) ?? [];
  return found === undefined ? undefined : line.slice(found.length).trim();
}
