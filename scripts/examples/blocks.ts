import { setFigure } from './chart.ts';
import type { Facts } from './facts.ts';
import type { Item } from './flow.ts';
import type { Block } from './markup.ts';
import { drawText, setParagraph, type Setting } from './paragraph.ts';
import type { Place, Press } from './press.ts';
import type { Style } from './styles.ts';
import { setTable } from './table.ts';

/** A document while it is being set. */
export interface Making {
  readonly press: Press;
  readonly setting: Setting;
  readonly style: Style;
  readonly facts: Facts;
  /** Items gathered since the last change of columns. */
  items: Item[];
  columns: number;
}

/** Of one column, in points. */
export function columnWidth({ press, style, columns }: Making): number {
  return (press.width - (columns - 1) * style.columnGap) / columns;
}

/** Sets one block of a source as items for the current columns. */
export function setBlock(making: Making, block: Block, previous: Block | undefined): Item[] {
  const { press, setting, style, facts } = making;
  const width = columnWidth(making);
  const face = making.columns > 1 ? style.narrow : style.body;
  switch (block.kind) {
    case 'heading':
      return setHeading(making, block, previous);
    case 'paragraph': {
      const follows = previous?.kind === 'paragraph';
      const before = follows ? style.paragraphSpace : Math.max(style.paragraphSpace, 4);
      return setParagraph(setting, block.text, {
        face,
        width,
        before,
        firstIndent: follows ? style.indent : 0,
      });
    }
    case 'item': {
      const isSub = block.label.startsWith('(');
      const hang = block.label === '•' ? 13 : style.clauseIndent + (isSub ? style.clauseIndent * 0.7 : 0);
      return setParagraph(setting, block.text, {
        face,
        width,
        before: 5,
        hang,
        label: block.label,
        labelIndent: isSub ? style.clauseIndent : 0,
      });
    }
    case 'table':
      return [setTable(setting, block, { style, width })];
    case 'figure':
      return [setFigure(setting, block, { style, width, facts })];
    case 'contents':
      return press.known.headings
        .filter((each) => each.level <= 2 && each.text !== 'Contents')
        .map((each) => setEntry(making, each, width));
    case 'titles':
      return setTitles(making, width);
    case 'signatures':
      return [setSignatures(making, width)];
    default:
      return [];
  }
}

function setHeading(
  making: Making,
  block: { level: number; text: string },
  previous: Block | undefined,
): Item[] {
  const { setting, style, press } = making;
  const face = style.headings[block.level - 1] ?? style.headings[2];
  const afterHeading = previous?.kind === 'heading';
  const before = afterHeading ? 6 : style.headingSpace[(block.level - 1) as 0 | 1 | 2];
  const items = setParagraph(setting, block.text, {
    face,
    width: columnWidth(making),
    before,
    justify: false,
    keepWithNext: true,
  });
  const [first] = items;
  const last = items.at(-1);
  if (!first || !last) return items;
  items[0] = {
    ...first,
    draw: (x, y) => {
      press.note(block, y);
      first.draw(x, y);
    },
  };
  const space = block.level === 1 ? 12 : 3;
  items[items.length - 1] = { ...(items.at(-1) as Item), height: last.height + space };
  return items;
}

/** The head of a paper: title, authors, place and date over all columns. */
function setTitles(making: Making, width: number): Item[] {
  const { head } = making.press;
  const face = { ...making.style.body, size: 10, leading: 14 };
  const lines = (head.lines ?? []).map((line, index) => (index === 0 ? `**${line}**` : line));
  return [
    ...setHeading(making, { level: 1, text: head.title }, undefined),
    ...setParagraph(making.setting, `*${head.subtitle}*`, { face, width, justify: false }),
    ...lines.flatMap((line, index) =>
      setParagraph(making.setting, line, { face, width, before: index === 0 ? 10 : 0 }),
    ),
  ];
}

function setEntry({ setting, style }: Making, entry: Place, width: number): Item {
  const isChapter = entry.level === 1;
  const face = {
    ...style.body,
    font: isChapter ? 'Helvetica-Bold' : 'Helvetica',
    size: isChapter ? 10.5 : 9.5,
  };
  const indent = isChapter ? 0 : 16;
  return {
    before: isChapter ? 8 : 0,
    height: isChapter ? 14 : 12.4,
    width,
    keepWithNext: isChapter,
    notes: [],
    draw: (x, y) => {
      const { canvas } = setting;
      drawText(canvas, entry.text, { x: x + indent, y: y + 10, face });
      drawText(canvas, entry.pageLabel, { x: x + width, y: y + 10, face, align: 'right' });
      const start = x + indent + canvas.font(face.font).fontSize(face.size).widthOfString(entry.text) + 8;
      canvas
        .moveTo(start, y + 10)
        .lineTo(x + width - 22, y + 10)
        .lineWidth(0.6)
        .dash(0.6, { space: 3.2 })
        .stroke('#8a949a')
        .undash();
      canvas.goTo(x, y, width, 14, entry.destination);
    },
  };
}

function setSignatures({ press, setting, style }: Making, width: number): Item {
  const half = width / 2 - 14;
  return {
    before: 26,
    height: 150,
    width,
    keepWithNext: false,
    notes: [],
    draw: (x, y) => {
      (press.head.signatures ?? []).forEach((signature, index) => {
        const left = x + index * (half + 28);
        const line = (text: string, row: number, font = style.body.font): void =>
          drawText(setting.canvas, text, { x: left, y: y + row, face: { ...style.body, size: 10.2, font } });
        line(`Signed for ${signature.party}`, 12, 'Times-Bold');
        setting.canvas
          .moveTo(left, y + 66)
          .lineTo(left + half, y + 66)
          .lineWidth(0.7)
          .stroke(style.accent);
        [signature.name, signature.role, `Date: ${signature.date}`].forEach((text, row) =>
          line(text, 82 + row * 15),
        );
      });
    },
  };
}
