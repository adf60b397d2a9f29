import { columnWidth, setBlock, type Making } from './blocks.ts';
import { drawCover } from './covers.ts';
import type { Facts } from './facts.ts';
import { balanceColumns, heightOf, noteGap, notesHeight, type Item } from './flow.ts';
import type { Hyphenate } from './hyphenation.ts';
import type { Block, Source } from './markup.ts';
import { Press, type Places } from './press.ts';
import { styles } from './styles.ts';

/**
 * Makes a PDF from a source. The layout runs twice: the second run knows on which pages the first one
 * placed the headings. Equal input gives equal bytes.
 */
export async function makePdf(
  source: Source,
  parts: { facts: Facts; hyphenate: Hyphenate },
): Promise<Buffer> {
  const draft = layOut(source, parts, { headings: [], pageCount: 0 });
  await draft.finish();
  return layOut(source, parts, draft.places).finish();
}

function layOut(source: Source, parts: { facts: Facts; hyphenate: Hyphenate }, known: Places): Press {
  const style = styles[source.head.style];
  const press = new Press(source.head, style, known);
  const setting = {
    canvas: press.canvas,
    hyphenate: parts.hyphenate,
    noteFace: style.note,
    notes: source.notes,
  };
  const making: Making = { press, setting, style, facts: parts.facts, items: [], columns: 1 };
  let previous: Block | undefined;
  for (const block of source.blocks) {
    placeBlock(making, block, previous);
    previous = block;
  }
  flush(making);
  return press;
}

function placeBlock(making: Making, block: Block, previous: Block | undefined): void {
  const { press, style } = making;
  if (block.kind === 'cover') return drawCover(press);
  if (block.kind === 'arabic') {
    flush(making);
    return press.startArabic();
  }
  if (block.kind === 'heading' && block.level === 1 && style.chaptersStartPages)
    startChapter(making, block.text);
  else if (block.kind === 'page') startPage(making);
  if (press.y === 0) press.newPage();
  if (block.kind === 'columns') {
    flush(making);
    if (!press.isFreshPage) press.y += 14;
    making.columns = block.count;
  } else making.items.push(...setBlock(making, block, previous));
}

function startChapter(making: Making, title: string): void {
  flush(making);
  making.columns = 1;
  making.press.startChapter(title);
  making.press.newPage();
}

function startPage(making: Making): void {
  flush(making);
  making.press.newPage();
}

/** Draws the gathered items over as many pages as they need. */
function flush(making: Making): void {
  const { press, columns, items } = making;
  making.items = [];
  for (let from = 0; from < items.length;) {
    const shape = { count: columns, height: press.bottom - press.y };
    const filled = balanceColumns(items, from, shape);
    const to = filled.at(-1)?.to ?? from;
    const taken = filled.map((column) => items.slice(column.from, column.to));
    if (to === from && press.isFreshPage)
      throw new Error(`An item of ${items[from]?.height} points fits on no page.`);
    taken.forEach((column, index) => drawColumn(making, column, index));
    press.y += Math.max(...taken.map(heightOf));
    press.reserveNotes(Math.max(...taken.map(notesHeight)));
    from = to;
    if (from < items.length) press.newPage();
  }
}

function drawColumn(making: Making, items: readonly Item[], index: number): void {
  const { press, style } = making;
  const width = columnWidth(making);
  const x = style.margin.side + index * (width + style.columnGap);
  let y = press.y;
  items.forEach((item, position) => {
    if (position > 0) y += item.before;
    item.draw(x, y);
    y += item.height;
  });
  const notes = items.flatMap((item) => item.notes);
  if (notes.length > 0) drawNotes(making, notes, { x, width });
}

function drawNotes(
  { press, setting, style }: Making,
  notes: readonly Item[],
  place: { x: number; width: number },
): void {
  let y = press.bottom - heightOf(notes);
  setting.canvas
    .moveTo(place.x, y - noteGap / 2)
    .lineTo(place.x + 60, y - noteGap / 2)
    .lineWidth(0.5)
    .stroke(style.accent);
  notes.forEach((note, index) => {
    if (index > 0) y += note.before;
    note.draw(place.x, y);
    y += note.height;
  });
}
