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
    routing: [
      { keywords: ['lease'], collections: ['legal', 'contract'] },
      { collections: ['notes'] },
      { description: 'Articles', collections: ['papers'] },
      { description: 'Laws', collections: ['legl'] },
    ],
  };
  expect(warningsOf(retrieval, ['legal', 'contracts'])).toEqual([
    `${missing('routing.0', 'contract')}; did you mean "contracts"?`,
    missing('routing.1', 'notes'),
    missing('routing.2', 'papers'),
    `${missing('routing.3', 'legl')}; did you mean "legal"?`,
  ]);
});

it('counts the usual default where rules may lead to it alone', () => {
  const routing = [{ keywords: ['lease'], collections: ['legal'] }];
  expect(warningsOf({}, ['legal'])).toEqual([]);
  expect(warningsOf({ routing }, ['legal', 'default'])).toEqual([]);
  expect(warningsOf({ routing }, ['legal'])).toEqual([
    expect.stringMatching(/^retrieval\.routing names the collection "default"/),
  ]);
});

it('stands with the collections among the checks of health, which fail by it no more than before', async () => {
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    retrieval: { routing: [{ collections: ['notes'] }] },
  });
  expect((await kb.health()).find(({ part }) => part === 'collections')).toEqual({
    part: 'collections',
    ok: true,
    detail: 'none',
    warnings: ['retrieval.routing.0 names the collection "notes", which does not exist'],
  });
});
