import { expect } from 'vitest';
import type { LoadedDocument } from '../types.ts';
import { problemsOfTables } from './table-problems.testing.ts';

/** What every loader promises about blocks, sections, pages, tables and links; fails the running test otherwise. */
export function checkInvariants({ text, blocks, sections, pages, tables, links = [] }: LoadedDocument): void {
  expect(problemsOfTables({ text, blocks, tables })).toEqual([]);
  let covered = 0;
  for (const { charStart, charEnd } of blocks) {
    expect(charEnd).toBeGreaterThan(charStart);
    expect(charStart).toBeGreaterThanOrEqual(covered);
    expect(text.slice(covered, charStart).trim()).toBe('');
    covered = charEnd;
  }
  expect(text.slice(covered).trim()).toBe('');
  const open: number[] = [];
  for (const { charStart, charEnd, level, heading } of sections) {
    expect(heading).not.toBe('');
    expect(level >= 1 && level <= 6).toBe(true);
    expect(charStart < charEnd && charEnd <= text.length).toBe(true);
    while (open.length > 0 && open.at(-1)! <= charStart) open.pop();
    expect(charEnd).toBeLessThanOrEqual(open.at(-1) ?? text.length);
    open.push(charEnd);
  }
  for (const [index, page] of pages.entries()) {
    expect(page.number).toBe(index + 1);
    expect(page.charStart).toBe(pages[index - 1]?.charEnd ?? 0);
  }
  expect(pages.at(-1)?.charEnd ?? text.length).toBe(text.length);
  for (const [index, { charStart, charEnd, url }] of links.entries()) {
    expect(charStart).toBeGreaterThanOrEqual(links[index - 1]?.charStart ?? 0);
    expect(charStart < charEnd && charEnd <= text.length).toBe(true);
    expect(url).not.toBe('');
  }
}
