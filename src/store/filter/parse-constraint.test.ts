import { describe, expect, it } from 'vitest';
import { FilterError } from '../../errors.ts';
import { MatchingTime } from './matching-time.ts';
import { parseRegion, parseWhereDocument } from './parse-constraint.ts';

describe('parseWhereDocument', () => {
  it('reads strings and lists of strings', () => {
    expect(parseWhereDocument({ $contains: 'a', $notContains: ['b', 'c'], $regex: '^x' })).toEqual({
      contains: ['a'],
      notContains: ['b', 'c'],
      regex: ['^x'],
      matchingTime: expect.any(MatchingTime),
    });
    expect(parseWhereDocument(undefined)).toBeUndefined();
    expect(parseWhereDocument({})).toBeUndefined();
  });

  it.each([
    [{ $contain: 'a' }, '$contain'],
    [{ $contains: 3 }, '$contains'],
    [{ $regex: '(' }, '$regex'],
    ['text', ''],
    [null, ''],
  ])('refuses %j and says where', (input, position) => {
    expect(() => parseWhereDocument(input)).toThrow(FilterError);
    expect(() => parseWhereDocument(input)).toThrow(
      expect.objectContaining({ context: expect.objectContaining({ position }) }),
    );
  });
});

describe('parseRegion', () => {
  it('reads corners and names', () => {
    const corners = { page: 2, x0: 10, y0: 20, x1: 30, y1: 40 };
    expect(parseRegion(corners)).toEqual({ region: corners });
    expect(parseRegion({ page: 1, name: 'top-right' })).toEqual({
      region: { page: 1, x0: 1 / 2, y0: 0, x1: 1, y1: 1 / 3 },
    });
    expect(parseRegion(undefined)).toBeUndefined();
  });

  it('suggests the nearest name', () => {
    expect(() => parseRegion({ page: 1, name: 'top-rigth' })).toThrow(
      expect.objectContaining({ hint: 'Did you mean top-right?' }),
    );
    expect(() => parseRegion({ page: 1, name: 'constructor' })).toThrow(FilterError);
  });

  it.each([
    [{ name: 'top' }, 'region.page'],
    [{ page: 0, name: 'top' }, 'region.page'],
    [{ page: 1, x0: 1, y0: 1, x1: 2 }, 'region.y1'],
    [{ page: 1, x0: 2, y0: 1, x1: 2, y1: 3 }, 'region.x1'],
    [{ page: 1, x0: 1, y0: 4, x1: 2, y1: 3 }, 'region.y1'],
    ['top', 'region'],
  ])('refuses %j and says where', (input, position) => {
    expect(() => parseRegion(input)).toThrow(expect.objectContaining({ context: { position } }));
  });
});
