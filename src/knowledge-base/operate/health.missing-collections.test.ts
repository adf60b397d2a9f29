import { expect, it } from 'vitest';
import { openKnowledgeBase, type ConfigInput } from '../../index.ts';
import { parseConfig } from '../../config/config.ts';
import { describeMissingCollections } from './health.ts';

const warningsOf = (retrieval: NonNullable<ConfigInput['retrieval']>, existing: readonly string[]) =>
  describeMissingCollections(parseConfig({ retrieval }).retrieval, existing);

const missing = (setting: string, name: string) =>
  `retrieval.${setting} names the collection "${name}", which does not exist`;

it('names every setting that names a collection which does not exist', () => {
  const retrieval = {
    routing: {
      rules: [{ keywords: ['lease'], collections: ['legal', 'contract'] }],
      default: ['notes'],
      descriptions: { papers: 'Articles', legl: 'Laws' },
    },
  };
  expect(warningsOf(retrieval, ['legal', 'contracts'])).toEqual([
    `${missing('routing.rules.0', 'contract')}; did you mean "contracts"?`,
    missing('routing.default', 'notes'),
    missing('routing.descriptions', 'papers'),
    `${missing('routing.descriptions', 'legl')}; did you mean "legal"?`,
  ]);
});

it('counts the usual default where rules may lead to it alone', () => {
  const rules = [{ keywords: ['lease'], collections: ['legal'] }];
  expect(warningsOf({}, ['legal'])).toEqual([]);
  expect(warningsOf({ routing: { rules } }, ['legal', 'default'])).toEqual([]);
  expect(warningsOf({ routing: { rules } }, ['legal'])).toEqual([
    expect.stringMatching(/^retrieval\.routing\.default names the collection "default"/),
  ]);
});

it('stands with the collections among the checks of health, which fail by it no more than before', async () => {
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    retrieval: { routing: { default: ['notes'] } },
  });
  expect((await kb.health()).find(({ part }) => part === 'collections')).toEqual({
    part: 'collections',
    ok: true,
    detail: 'none',
    warnings: ['retrieval.routing.default names the collection "notes", which does not exist'],
  });
});
