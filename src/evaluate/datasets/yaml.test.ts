import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../errors.ts';
import { parseYamlQueries } from './yaml.ts';

describe('a YAML query set', () => {
  it('gives queries with all that is known about them', async () => {
    const text = `
name: manuals
collection: docs
queries:
  - query: How often is the seal replaced?
    relevantDocuments: { manual-1: 2, note-2: 1, press-3: 0 }
    relevantChunks: [manual-1#0002]
    answer: Every 4,000 hours.
  - id: rent
    query: Who pays the rent?
    relevantPages: { lease-1: [2, 3] }
    expectedCollections: [contracts]
    expectedFilters: { format: pdf }
  - query: Who won the cup?
    answer: null
`;
    const dataset = await parseYamlQueries(text, 'q.yaml');
    expect(dataset).toMatchObject({ name: 'manuals', collection: 'docs' });
    expect(dataset.queries).toEqual([
      {
        queryId: 'q1',
        query: 'How often is the seal replaced?',
        relevantDocuments: new Map([
          ['manual-1', 2],
          ['note-2', 1],
          ['press-3', 0],
        ]),
        relevantChunks: new Map([['manual-1#0002', 1]]),
        answer: 'Every 4,000 hours.',
      },
      {
        queryId: 'rent',
        query: 'Who pays the rent?',
        relevantPages: [
          { documentId: 'lease-1', page: 2 },
          { documentId: 'lease-1', page: 3 },
        ],
        expectedCollections: ['contracts'],
        expectedFilters: { format: 'pdf' },
      },
      { queryId: 'q3', query: 'Who won the cup?', answer: null },
    ]);
    expect(dataset.references.map(({ kind, id, place }) => [kind, id, place.line])).toEqual([
      ['document', 'manual-1', 6],
      ['document', 'note-2', 6],
      ['document', 'press-3', 6],
      ['chunk', 'manual-1#0002', 7],
      ['document', 'lease-1', 11],
    ]);
  });

  it.each([
    ['a mistake in the syntax', 'queries:\n  - query: [\n', /^q\.yaml:3:1: /],
    ['an alias without its anchor', 'queries:\n  - query: *seal\n', /^q\.yaml:2:12: .*"&seal"/],
    ['a second document', 'queries: []\n---\nqueries: []\n', /^q\.yaml:2:1: a second YAML document/],
    ['a key that comes twice', 'queries:\n  - query: a\n    query: b\n', /^q\.yaml:3:5: .*unique/],
    ['an unknown key', 'queries:\n  - query: a\n    relevant: [x]\n', /^q\.yaml:2:5: queries\.0: .*relevant/],
    [
      'an empty query',
      'queries:\n  - query: a\n  - query: ""\n',
      /^q\.yaml:3:12: queries\.1\.query: must not be empty/,
    ],
    ['a grade of 3', 'queries:\n  - query: a\n    relevantDocuments: {x: 3}\n', /^q\.yaml:3:28: .*0, 1 or 2/],
    ['no queries', 'queries: []\n', /^q\.yaml:1:10: queries: there are no queries/],
    ['a bare list', '# mine\n- query: a\n', /^q\.yaml:2:1: the file is a list; .*"queries:"/],
    ['an empty file', '', /^q\.yaml:1:1: the file: /],
    [
      'an id that comes twice',
      'queries:\n- {id: a, query: x}\n- {id: a, query: y}\n',
      /^q\.yaml:3:18: the id "a" stands on line 2/,
    ],
    [
      'a query that comes twice',
      'queries:\n- query: What?\n- query: what?\n',
      /^q\.yaml:3:10: this query stands on line 2/,
    ],
  ])('is refused for %s, with file, line and column', async (_what, text, message) => {
    const error: unknown = await parseYamlQueries(text, 'q.yaml').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(message);
  });

  it('lists every problem at once', async () => {
    const error = await parseYamlQueries('queries:\n- query: ""\n- query: 5\n', 'q.yaml').catch(
      (thrown: ConfigError) => thrown,
    );
    expect((error as ConfigError).context['problems']).toHaveLength(2);
  });
});
