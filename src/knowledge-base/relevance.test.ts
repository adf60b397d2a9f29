import { expect, it } from 'vitest';
import { openKnowledgeBase, type RetrieveOptions } from '../index.ts';

const clauses = [
  'This agreement begins on the day of signature and lasts for three years.',
  'The supplier delivers the goods to the depot of the customer within ten working days of an order.',
  'Confidential information may be shown to employees who need it for their work, and to nobody else.',
  'Invoices are paid within thirty days; interest on late payments is two per cent above the base rate.',
  'The liability of either party is limited to the charges that were paid in the contract year.',
  'This agreement is governed by the law of Ireland, whose courts alone decide disputes.',
];
const contractOf = (version: number) =>
  [...clauses, `Either party may end this agreement with a notice of ${version} days.`]
    .map((clause, index) => `# ${index + 1}. Clause\n\n${clause}`)
    .join('\n\n');

/** The relevance of the best hit among so many versions of a contract, which differ in one clause. */
async function relevanceAmong(versions: number, query: string, mode: RetrieveOptions['mode']) {
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    chunking: { method: 'structure', chunkSize: 40, overlap: 0 },
  });
  const contracts = Array.from({ length: versions }, (_, index) => ({
    source: contractOf(30 + index),
    sourceType: 'text' as const,
    documentId: `version-${index}`,
  }));
  await kb.addDocuments(contracts);
  const { hits } = await kb.retrieve(query, { mode, topK: 1 });
  return hits[0]?.relevanceScore ?? 0;
}

it.each([
  'Who may see confidential information?',
  'Within how many days are invoices paid?',
  'Which law governs the agreement?',
])('is by vectors what it is alone, also among twenty versions of a contract: %s', async (query) => {
  const alone = await relevanceAmong(1, query, 'vector');
  expect(await relevanceAmong(20, query, 'vector')).toBeCloseTo(alone, 1);
  expect(alone).toBeGreaterThan(0.06);
});

it.each(['vector', 'keyword', 'hybrid'] as const)(
  'tells what answers from what does not: %s',
  async (mode) => {
    const answered = await relevanceAmong(20, 'Who may see confidential information?', mode);
    const unanswered = await relevanceAmong(20, 'Do membranes swell in brackish water?', mode);
    expect(unanswered).toBeLessThan(0.05);
    expect(answered).toBeGreaterThan(3 * unanswered);
  },
);
