import { expect, it } from 'vitest';
import { LimitExceededError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { DocumentWriter } from './document-writer.ts';
import { checkInvariants } from '../invariants.testing.ts';

const request = {
  name: 'x',
  limits: { maxBytes: 100, maxPages: 1, maxChars: 100 },
};
const rest = { format: 'text', pages: [], bibliography: {}, warnings: [] } as const;

it('keeps sections from their first text to where they end', () => {
  const writer = new DocumentWriter(request);
  writer.heading('One\ntwo', 1);
  writer.section('unwritten', 2);
  writer.block('text', '\n  indented \n');
  writer.section('without text', 2);
  writer.endSections(2);
  writer.block('text', 'in One again');
  writer.heading('Three', 1);
  const document: LoadedDocument = { ...writer.finish(), ...rest };
  checkInvariants(document);
  expect(document.text).toBe('One two\n\n  indented\n\nin One again\n\nThree');
  const found = document.sections.map(({ heading, level, charStart, charEnd }) => [
    heading,
    level,
    document.text.slice(charStart, charEnd),
  ]);
  expect(found).toEqual([
    ['One two', 1, 'One two\n\n  indented\n\nin One again'],
    ['unwritten', 2, '  indented'],
    ['Three', 1, 'Three'],
  ]);
});

it('puts another document below the open section', () => {
  const inner = new DocumentWriter(request);
  inner.heading('Part', 1);
  inner.table({ rows: [['a'], ['b']], headerRows: 1 });
  const writer = new DocumentWriter(request);
  writer.heading('Whole', 1);
  writer.append({ ...inner.finish(), ...rest, links: [{ charStart: 0, charEnd: 4, url: 'x:y' }] });
  const { text, sections, tables, links } = writer.finish();
  checkInvariants({
    ...rest,
    text,
    sections,
    blocks: [{ kind: 'text', charStart: 0, charEnd: text.length }],
  });
  expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
    ['Whole', 1],
    ['Part', 2],
  ]);
  const at = ({ charStart, charEnd }: { charStart: number; charEnd: number }) =>
    text.slice(charStart, charEnd);
  expect(tables!.map(at)).toEqual(['| a |\n| --- |\n| b |']);
  expect(tables![0]!.cells.map(at)).toEqual(['a', 'b']);
  expect(links!.map(at)).toEqual(['Part']);
});

it('refuses to become too long', () => {
  const writer = new DocumentWriter(request);
  writer.block('text', 'x'.repeat(100));
  expect(() => writer.block('text', 'y')).toThrow(LimitExceededError);
});
