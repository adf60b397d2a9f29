import { describe, expect, it } from 'vitest';
import { shortest } from './float.ts';
import { compareIds, parseUuid } from './point-id.ts';

describe('point ids', () => {
  const uuid = '5c56c793-69f3-4fbf-87e6-c4bf54c28c26';

  it.each([uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), `urn:uuid:${uuid}`, `{${uuid}}`])(
    'reads the UUID %s',
    (text) => {
      expect(parseUuid(text)).toBe(uuid);
    },
  );

  it('puts numbers before UUIDs', () => {
    expect([uuid, 10, 9].toSorted(compareIds)).toEqual([9, 10, uuid]);
    expect(parseUuid('document-1')).toBeUndefined();
  });
});

it('writes a 32-bit number with the fewest digits', () => {
  expect([0.1, 0.871, 1 / 3, 16_777_217, 0].map(shortest)).toEqual([0.1, 0.871, 0.33333334, 16_777_216, 0]);
});
