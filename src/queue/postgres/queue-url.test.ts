import { expect, it } from 'vitest';
import { parseQueueUrl } from './queue-url.ts';

it('reads the URL of a store as that of its queue', () => {
  expect(parseQueueUrl('postgres://me@db/library?schema=a&hnsw_from=500')).toMatchObject({
    connectionString: 'postgres://me@db/library',
    schema: 'a_queue',
    location: 'postgres://db/library?schema=a',
  });
});

it('refuses a misspelt parameter, and names the right one', () => {
  expect(() => parseQueueUrl('postgres://me@db/library?shema=a')).toThrow(
    expect.objectContaining({
      message: 'The URL of a queue has no parameter "shema".',
      hint: expect.stringContaining('Did you mean schema?'),
    }) as Error,
  );
});
