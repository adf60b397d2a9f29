import { describe, expect, it } from 'vitest';
import { writeGrades } from './grades.ts';
import { formatSkeleton } from './skeleton.ts';
import { parseYamlQueries } from './yaml.ts';

describe('formatSkeleton', () => {
  it('is a query set that reads back, whatever the titles', async () => {
    const documents = [
      { documentId: 'pump-1', title: 'Pump: "the" manual # 2' },
      { documentId: 'pump-2', title: 'pump: "THE" manual # 2' },
      { documentId: '007', title: '- null' },
    ];
    const dataset = await parseYamlQueries(formatSkeleton('my docs', documents), 'q.yaml');
    expect(dataset.collection).toBe('my docs');
    expect(dataset.queries.map(({ query, relevantDocuments }) => [query, ...relevantDocuments!])).toEqual([
      ['Pump: "the" manual # 2', ['pump-1', 2]],
      ['pump: "THE" manual # 2 (2)', ['pump-2', 2]],
      ['- null', ['007', 2]],
    ]);
  });
});

describe('writeGrades', () => {
  const text = '# by hand\nqueries:\n  - query: a # first\n  - query: b\n    relevantDocuments: [x]\n';

  it('adds grades, turns lists into grades, and keeps comments', async () => {
    const written = await writeGrades(text, [
      { index: 0, key: 'relevantDocuments', id: 'd:1', grade: 2 },
      { index: 0, key: 'relevantDocuments', id: 'd2', grade: 0 },
      { index: 1, key: 'relevantDocuments', id: 'y', grade: 1 },
      { index: 1, key: 'relevantChunks', id: 'y#0001', grade: 2 },
    ]);
    expect(written).toContain('# by hand');
    expect(written).toContain('# first');
    const { queries } = await parseYamlQueries(written, 'q.yaml');
    expect(queries[0]!.relevantDocuments).toEqual(
      new Map([
        ['d:1', 2],
        ['d2', 0],
      ]),
    );
    expect(queries[1]!.relevantDocuments).toEqual(
      new Map([
        ['x', 1],
        ['y', 1],
      ]),
    );
    expect(queries[1]!.relevantChunks).toEqual(new Map([['y#0001', 2]]));
  });

  it('replaces a grade that is there', async () => {
    const grade = { index: 0, key: 'relevantDocuments', id: 'd', grade: 2 } as const;
    const once = await writeGrades(text, [grade]);
    const twice = await writeGrades(once, [{ ...grade, grade: 0 }]);
    expect((await parseYamlQueries(twice, 'q.yaml')).queries[0]!.relevantDocuments).toEqual(
      new Map([['d', 0]]),
    );
  });
});
