import type { Table } from '../../types.ts';

/** A part of a document that stands so many characters further on. */
export function moved<Part extends { readonly charStart: number; readonly charEnd: number }>(
  part: Part,
  offset: number,
): Part {
  return { ...part, charStart: part.charStart + offset, charEnd: part.charEnd + offset };
}

export function movedTable(table: Table, offset: number): Table {
  return { ...moved(table, offset), cells: table.cells.map((cell) => moved(cell, offset)) };
}
