import { expect, it } from 'vitest';
import { openKnowledgeBase } from './knowledge-base.ts';

// Few words and many codes were taken for Polish, and their questions for ones that nothing answers.
it('finds the row in a table of codes and numbers', async () => {
  const rows = Array.from(
    { length: 120 },
    (_, at) => `A-${String(at).padStart(3, '0')},Bolt M${at},${at + 2}.20,${at * 3},2021`,
  );
  const kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const source = ['sku,name,price,stock,year', ...rows].join('\n');
  await kb.addDocuments([{ source, sourceType: 'text', uri: 'parts.csv' }]);
  const { citations } = await kb.ask('What is the price of Bolt M17?');
  expect(citations[0]!.quote).toContain('19.20');
  await kb.close();
});
