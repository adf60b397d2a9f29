import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoadError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';

const limits = { maxBytes: 1e6, maxPages: 1, maxChars: 1e6 };

async function load(text: string, name = 'x.json'): Promise<LoadedDocument> {
  const document = await loadDocument({ bytes: new TextEncoder().encode(text), name, limits });
  checkInvariants(document);
  return document;
}

const feature = (name: string) => ({
  type: 'Feature',
  properties: { name },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [1, 2],
        [3, 4],
        [1, 2],
      ],
    ],
  },
});

describe('the JSON loader', () => {
  it('reads values that are whole texts as such, with their sections', async () => {
    const licence = ['Article 1', 'Article 2'].map((name) => `${name} Scope\n\n${'It holds. '.repeat(60)}`);
    const { text, sections } = await load(
      JSON.stringify({ name: 'x', text: licence.join('\n\n'), notes: ['a', licence[0]] }),
    );
    expect(sections.map(({ heading, level }) => [heading, level])).toEqual([
      ['text', 1],
      ['Article 1 Scope', 2],
      ['Article 2 Scope', 2],
    ]);
    expect(text).toContain('\n\nnotes[0]: a\nnotes[1]: Article 1 Scope');
  });

  it('writes small objects as lines and large ones as sections', async () => {
    const options = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`option${index}`, index]));
    const { text, sections, blocks } = await load(
      JSON.stringify({ name: 'pump', place: { city: 'Kiel', point: [10.1, 54.3] }, options, end: true }),
    );
    expect(
      text.startsWith('name: pump\nplace.city: Kiel\nplace.point: 10.1, 54.3\n\noptions\n\noption0: 0\n'),
    ).toBe(true);
    expect(text.endsWith('option12: 12\n\nend: true')).toBe(true);
    expect(
      sections.map(({ heading, charStart, charEnd }) => [heading, text.slice(charStart, charEnd).length]),
    ).toEqual([
      [
        'options',
        text.length - 'name: pump\nplace.city: Kiel\nplace.point: 10.1, 54.3\n\n\n\nend: true'.length,
      ],
    ]);
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'heading', 'text', 'text']);
  });

  it('writes lists of like objects as tables', async () => {
    const { text, tables } = await load(
      '{"rows": [{"name": "Tea", "price": 2.50, "tags": ["hot", "green"]}, {"name": "Mate", "price": 1e400}]}',
    );
    expect(text).toBe(
      'rows\n\n| name | price | tags |\n| --- | --- | --- |\n| Tea | 2.50 | hot, green |\n| Mate | 1e400 | |',
    );
    expect(tables?.[0]).toMatchObject({ rowCount: 3, columnCount: 3, headerRows: 1 });
  });

  it('says which items a part of a long list has', async () => {
    const users = Array.from({ length: 50 }, (_, id) => ({ id, name: `user ${id}` }));
    const { sections } = await load(JSON.stringify({ users }));
    expect(sections.map(({ heading }) => heading)).toEqual([
      'users',
      'users, items 1–40',
      'users, items 41–50',
    ]);
  });

  it('keeps numbers as they are written, and keys that stand twice', async () => {
    const { text } = await load('{"id": 12345678901234567890, "rate": 1.10, "id": -0.0}');
    expect(text).toBe('id: 12345678901234567890\nrate: 1.10\nid: -0.0');
  });

  it('reads features of GeoJSON each with its coordinates', async () => {
    const { text } = await load(
      JSON.stringify({
        type: 'FeatureCollection',
        features: ['North', 'South', 'East', 'West'].map(feature),
      }),
      'x.geojson',
    );
    expect(text).toContain(
      '\n\ntype: Feature\nproperties.name: South\ngeometry.type: Polygon\ngeometry.coordinates: [[1, 2], [3, 4], [1, 2]]\n\n',
    );
  });

  it('reads JSON Lines as a paragraph a record, whatever the name', async () => {
    const lines = Array.from({ length: 45 }, (_, index) =>
      JSON.stringify({ id: index, text: `Record ${index}` }),
    );
    const { text, sections, blocks } = await load(lines.join('\n'));
    expect(blocks).toHaveLength(45);
    expect(text.slice(blocks[1]!.charStart, blocks[1]!.charEnd)).toBe('id: 1\ntext: Record 1');
    expect(sections.map(({ heading }) => heading)).toEqual(['Lines 1–40', 'Lines 41–45']);
  });

  it('keeps lines that are no JSON as they stand', async () => {
    const { text, warnings } = await load('{"a": 1}\n{"a": 2\n{"a": 3}\n', 'x.jsonl');
    expect(text).toBe('a: 1\n\n{"a": 2\n\na: 3');
    expect(warnings).toEqual(['1 line is no JSON; it stands as it is: line 2.']);
  });

  it('reads what is no JSON after all as text, and says from where on', async () => {
    const { text, warnings, format } = await load('{"a": 1,\n"b": }');
    expect(text).toBe('{"a": 1,\n"b": }');
    expect(format).toBe('json');
    expect(warnings).toEqual(['It is no valid JSON from line 2 on; it was read as plain text.']);
  });

  it.each(['[', '{"a":'])('refuses %s nested 100,000 times', async (opening) => {
    const error = await load(opening.repeat(100_000)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LoadError);
    expect((error as LoadError).message).toContain('500 levels');
  });

  it('reads notebooks as their cells', async () => {
    const notebook = {
      cells: [
        { cell_type: 'markdown', source: ['# Tides\n', 'How they turn.'] },
        { cell_type: 'code', source: 'print(1)\n', outputs: [{ output_type: 'stream', text: ['1\n'] }] },
      ],
      metadata: { kernelspec: { language: 'julia' } },
      nbformat: 4,
    };
    const { text, bibliography, blocks } = await load(JSON.stringify(notebook), 'x.ipynb');
    expect(text).toBe('# Tides\nHow they turn.\n\n```julia\nprint(1)\n```\n\n```\n1\n```');
    expect(bibliography.title).toBe('Tides');
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'text', 'code', 'code']);
  });

  it('does not repeat long paths with each of many values', async () => {
    const values = Array.from({ length: 1000 }, (_, x) => ({ x }));
    let record: unknown = { values };
    for (let level = 0; level < 100; level++) record = { [`a key of level ${level}`]: record };
    const { text } = await load(`${JSON.stringify(record)}\n{"end":1}`);
    expect(text.length).toBeLessThan(1e6);
    expect(text).toContain('.values[999].x: 999');
  });

  it('has every string and number of any value in its text', async () => {
    const word = fc
      .string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '"', '\\', 'é', '漢') })
      .map((text) => `<${text}>`);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 5 }, word, fc.integer(), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 5 }),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value')),
    }));
    await fc.assert(
      fc.asyncProperty(value, async (json) => {
        const source = JSON.stringify({ json, end: 0 });
        const { text } = await load(source);
        for (const leaf of leavesOf(json)) expect(text).toContain(leaf);
      }),
      { numRuns: 200 },
    );
  });
});

it.each([
  [{ title: 'Tides', name: 'x' }, 'Tides'],
  [{ name: 'Law of the Sea' }, 'Law of the Sea'],
  [{ name: 'tides' }, undefined],
  [{ title: 12 }, undefined],
])('calls %j %s', async (value, title) => {
  expect((await load(JSON.stringify(value))).bibliography.title).toBe(title);
});

function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)];
}
