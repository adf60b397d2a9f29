import { describe, expect, it } from 'vitest';
import { makeDocument } from '../../retrieve/samples.testing.ts';
import type { StoreReads } from '../../store/store.ts';
import { describeFields } from './describe-fields.ts';

/** What is said of a field of a store with so many documents, each with another date. */
async function said(name: string, count: number): Promise<string | undefined> {
  const documents = Array.from({ length: count }, (_, index) => ({
    ...makeDocument(`d${index}`),
    format: 'text' as const,
    dateCreated: `2024-01-${String((index % 28) + 1).padStart(2, '0')}`,
  }));
  const store = { documents: (_name: string, _filter: unknown, { limit = 0 }) => documents.slice(0, limit) };
  const asked = { collections: ['default'], filter: undefined, isScoped: false };
  const fields = await describeFields(store as unknown as StoreReads, asked, {});
  return fields.find((field) => field.name === name)?.description;
}

describe('describeFields', () => {
  it('names all values, and the least and the most', async () => {
    expect(await said('format', 30)).toBe('one of "text"');
    expect(await said('dateCreated', 30)).toBe('from 2024-01-01 to 2024-01-28');
  });

  it('does not say that values are all where it has not looked at all documents', async () => {
    expect(await said('format', 3000)).toBe('such as "text"');
    expect(await said('dateCreated', 3000)).toBe('such as 2024-01-01 and 2024-01-28');
  });
});
