import * as fc from 'fast-check';
import type { Metadata, UpdateRequest } from '../../../src/index.ts';

const names = ['a', 'b', 'c', 'd'];
/** Each is a chunk of its own. */
const paragraphs = [
  'Otters swim in the rivers of the north every day.',
  'Owls hunt small animals at night and sleep by day.',
  'Terns fly from pole to pole and back each year.',
  'Moles dig long tunnels under the meadow and the road.',
];
const texts = [[0], [1], [0, 1], [2, 3], [3, 0, 2]].map((chosen) =>
  chosen.map((index) => paragraphs[index]!).join('\n\n'),
);
export const filters = [
  { tags: 'red' },
  { client: 'acme' },
  { project: { $exists: true } },
  { title: { $in: ['a', 'b', 'Named'] } },
  { version: { $gt: 1 } },
] as const;

export interface Given {
  readonly documentId: string;
  readonly source: string;
  readonly tags?: string[];
  readonly project?: string;
  readonly title?: string;
  readonly metadata?: Metadata;
}

export type Operation =
  | {
      readonly kind: 'put';
      readonly strategy: 'add' | 'upsert' | 'append';
      readonly given: Given[];
      readonly keep: boolean;
    }
  | { readonly kind: 'replace'; readonly target: Target; readonly given: Given[]; readonly keep: boolean }
  | { readonly kind: 'delete'; readonly target: Target }
  | { readonly kind: 'describe'; readonly target: Target; readonly updates: Updates }
  | {
      readonly kind: 'mark';
      readonly documentId: string;
      readonly sequence: number;
      readonly updates: Updates;
    }
  | { readonly kind: 'reprocess'; readonly target: Target; readonly keep: boolean };

export type Updates = NonNullable<UpdateRequest['metadataUpdates']>;
export type Target = { readonly documentIds: string[] } | { readonly filter: (typeof filters)[number] };

const anyGiven: fc.Arbitrary<Given[]> = fc.uniqueArray(
  fc.record(
    {
      documentId: fc.constantFrom(...names),
      source: fc.constantFrom(...texts),
      tags: fc.constantFrom(['red'], ['blue', 'red'], []),
      project: fc.constantFrom('p1', 'p2'),
      title: fc.constantFrom('Named', 'Other'),
      metadata: fc.constantFrom<Metadata>({ client: 'acme' }, { client: 'zenith', year: 2026 }),
    },
    { requiredKeys: ['documentId', 'source'], noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 3, selector: ({ documentId }) => documentId },
);
const anyTarget: fc.Arbitrary<Target> = fc.oneof(
  fc.record({
    documentIds: fc.uniqueArray(fc.constantFrom(...names, 'unknown'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ filter: fc.constantFrom(...filters) }),
);
const anyUpdates: fc.Arbitrary<Updates> = fc.constantFrom<Updates>(
  { client: 'acme' },
  { client: null, year: 2027 },
  { title: 'Named', tags: ['red'] },
  { tags: null, project: null },
  { project: 'p3', 'metadata.title': 'mine' },
);
const anyMarks: fc.Arbitrary<Updates> = fc.constantFrom<Updates>(
  { review: 'done' },
  { review: null, client: 'own' },
);
const anyKeep = fc.boolean();

const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      strategy: fc.constantFrom('add' as const, 'upsert' as const, 'append' as const),
      given: anyGiven,
      keep: anyKeep,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      target: anyTarget,
      given: anyGiven,
      keep: anyKeep,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), target: anyTarget }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('describe' as const), target: anyTarget, updates: anyUpdates }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('mark' as const),
      documentId: fc.constantFrom(...names),
      sequence: fc.integer({ min: 0, max: 2 }),
      updates: anyMarks,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reprocess' as const), target: anyTarget, keep: anyKeep }),
  },
);

export const operations = fc.array(anyOperation, { minLength: 2, maxLength: 9 });
