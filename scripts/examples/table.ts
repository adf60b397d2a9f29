import type { Item } from './flow.ts';
import type { Block } from './markup.ts';
import { setNotes, setParagraph, widthOf, type Setting } from './paragraph.ts';
import type { Face, Style } from './styles.ts';

type TableBlock = Extract<Block, { kind: 'table' }>;

interface Row {
  readonly cells: Item[][];
  readonly height: number;
  readonly isTotal: boolean;
}

const padding = { x: 5, y: 3 } as const;

/** Sets a table with its caption above as one item. `grid` rules every cell, `lines` only head and totals, `none` nothing. */
export function setTable(setting: Setting, block: TableBlock, shape: { style: Style; width: number }): Item {
  const { style, width } = shape;
  const widths = columnWidths(setting, block, shape);
  const rows = block.rows.map((row, index) =>
    setRow(setting, row, { block, widths, face: style.cell, isHead: index === 0 }),
  );
  const caption = block.caption
    ? setParagraph(setting, `**${block.caption}**`, { face: style.caption, width, justify: false })
    : [];
  const captionHeight = caption.length * style.caption.leading + (caption.length > 0 ? 5 : 0);
  const height = captionHeight + rows.reduce((sum, row) => sum + row.height, 0);
  return {
    before: 12,
    height: height + 12,
    width,
    keepWithNext: false,
    notes: setNotes(setting, block.rows.flat().join(' '), width),
    draw: (x, y) => {
      caption.forEach((line, index) => line.draw(x, y + index * style.caption.leading));
      let top = y + captionHeight;
      rows.forEach((row, index) => {
        drawRow(setting, row, { block, widths, x, y: top, isHead: index === 0, accent: style.accent });
        top += row.height;
      });
      if (block.rules !== 'none') rule(setting, { x, y: top, width, weight: 0.9, colour: style.accent });
    },
  };
}

function columnWidths(setting: Setting, block: TableBlock, shape: { style: Style; width: number }): number[] {
  const natural = block.aligns.map((_, column) =>
    Math.max(...block.rows.map((row) => cellWidth(setting, row[column] ?? '', shape.style.cell))),
  );
  const room = shape.width - natural.reduce((sum, each) => sum + each, 0);
  const flexible = block.aligns.map((align, column) =>
    align === 'left' && (room < 0 || column === 0) ? (natural[column] ?? 0) : 0,
  );
  const total = flexible.reduce((sum, each) => sum + each, 0);
  return natural.map((each, column) => each + (room * (flexible[column] ?? 0)) / total);
}

function cellWidth(setting: Setting, text: string, face: Face): number {
  return (
    widthOf(setting.canvas, {
      text: text.replaceAll('*', ''),
      font: 'Helvetica-Bold',
      size: face.size,
      rise: 0,
    }) +
    2 * padding.x
  );
}

function setRow(
  setting: Setting,
  row: readonly string[],
  shape: { block: TableBlock; widths: number[]; face: Face; isHead: boolean },
): Row {
  const isTotal = row[0]?.startsWith('**') ?? false;
  const font = shape.isHead || isTotal ? 'Helvetica-Bold' : shape.face.font;
  const cells = row.map((text, column) =>
    setParagraph(setting, text.replaceAll('**', ''), {
      face: { ...shape.face, font },
      width: (shape.widths[column] ?? 0) - 2 * padding.x + 0.5,
      justify: false,
    }),
  );
  const lines = Math.max(...cells.map((cell) => cell.length));
  return { cells, height: lines * shape.face.leading + 2 * padding.y, isTotal };
}

interface RowPlace {
  readonly block: TableBlock;
  readonly widths: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly isHead: boolean;
  readonly accent: string;
}

function drawRow(setting: Setting, row: Row, place: RowPlace): void {
  const { block, widths, y } = place;
  const width = widths.reduce((sum, each) => sum + each, 0);
  if (block.rules === 'grid' && place.isHead)
    setting.canvas.rect(place.x, y, width, row.height).fill('#e4eef0');
  if (block.rules !== 'none') {
    const strong = place.isHead || row.isTotal;
    if (strong || block.rules === 'grid')
      rule(setting, { x: place.x, y, width, weight: strong ? 0.9 : 0.4, colour: place.accent });
    if (place.isHead)
      rule(setting, { x: place.x, y: y + row.height, width, weight: 0.6, colour: place.accent });
  }
  let x = place.x;
  row.cells.forEach((cell, column) => {
    const cellSpan = widths[column] ?? 0;
    drawCell({ cell, x, y, width: cellSpan, text: block, column });
    if (block.rules === 'grid')
      verticals(setting, { x, y, width: cellSpan, height: row.height, colour: place.accent });
    x += cellSpan;
  });
}

function drawCell(at: {
  cell: Item[];
  x: number;
  y: number;
  width: number;
  text: TableBlock;
  column: number;
}): void {
  const isRight = at.text.aligns[at.column] === 'right';
  at.cell.forEach((line, index) => {
    const lineY = at.y + padding.y + index * line.height;
    line.draw(isRight ? at.x + at.width - padding.x - line.width : at.x + padding.x, lineY);
  });
}

function rule(
  setting: Setting,
  at: { x: number; y: number; width: number; weight: number; colour: string },
): void {
  setting.canvas
    .moveTo(at.x, at.y)
    .lineTo(at.x + at.width, at.y)
    .lineWidth(at.weight)
    .stroke(at.colour);
}

function verticals(
  setting: Setting,
  at: { x: number; y: number; width: number; height: number; colour: string },
): void {
  for (const x of [at.x, at.x + at.width]) {
    setting.canvas
      .moveTo(x, at.y)
      .lineTo(x, at.y + at.height)
      .lineWidth(0.4)
      .stroke(at.colour);
  }
}
