import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../index.ts';
import { formatChunkId, formatPlaceId, parsePlaceId, type PlaceId } from './place-id.ts';

const span = { charStart: 120, charEnd: 180 };

describe('ids of places', () => {
  it.each<[string, PlaceId]>([
    ['lease-1f0c', { collection: 'default', documentId: 'lease-1f0c' }],
    ['lease-1f0c#0003', { collection: 'default', documentId: 'lease-1f0c', chunk: '#0003' }],
    ['lease-1f0c#v2#0003', { collection: 'default', documentId: 'lease-1f0c', version: 2, chunk: '#0003' }],
    ['lease-1f0c#120-180', { collection: 'default', documentId: 'lease-1f0c', span }],
    ['contracts/lease', { collection: 'contracts', documentId: 'lease' }],
    ['default/notes/a', { collection: 'default', documentId: 'notes/a' }],
    ['a%2Fb/x@1-2', { collection: 'a/b', documentId: 'x@1-2' }],
  ])('%s names its place', (id, place) => {
    expect(parsePlaceId(id)).toEqual({ version: undefined, chunk: undefined, span: undefined, ...place });
    expect(formatPlaceId(place)).toBe(id);
  });

  it('come back as what they were written for, whatever collections and documents are called', () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .filter((text) => text.trim() === text && !text.includes('#'));
    const place = fc.record({
      collection: fc.oneof(fc.constant('default'), name),
      documentId: name,
      version: fc.option(fc.integer({ min: 1, max: 999 }), { nil: undefined }),
      span: fc.option(fc.constant(span), { nil: undefined }),
    });
    fc.assert(
      fc.property(place, (given) => {
        expect(parsePlaceId(formatPlaceId(given))).toEqual({ chunk: undefined, ...given });
      }),
    );
  });

  it('of chunks are the library’s where the collection is the default one', () => {
    expect(formatChunkId('default', 'lease#v2#0003')).toBe('lease#v2#0003');
    expect(formatChunkId('contracts', 'lease#0003')).toBe('contracts/lease#0003');
  });

  it.each(['', '#0003', 'lease#', 'lease#3', 'lease#180-120', 'lease#0003#0004', '%zz/lease'])(
    'refuses "%s"',
    (id) => {
      expect(() => parsePlaceId(id)).toThrow(ConfigError);
    },
  );
});
