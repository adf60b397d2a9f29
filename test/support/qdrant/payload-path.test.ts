import { describe, expect, it } from 'vitest';
import { QdrantError } from './error.ts';
import { dropPaths, keepPaths, mergeAt, parsePath, removeAt, valuesAt } from './payload-path.ts';

const payload = { a: { 'b.c': 1, b: [{ c: 1 }, { c: [2, 3] }, { d: 4 }] }, g: ['x', 'y'] };

describe('valuesAt', () => {
  it.each([
    ['g', [['x', 'y']]],
    ['g[]', ['x', 'y']],
    ['g[1]', ['y']],
    ['g[7]', []],
    ['a.b[].c', [1, [2, 3]]],
    ['a."b.c"', [1]],
    ['a.b.c', []],
    ['nothing', []],
  ])('follows %s', (path, expected) => {
    expect(valuesAt(payload, parsePath(path))).toEqual(expected);
  });

  it.each(['', 'a.', '.a', 'a b', 'a[', '[0]', '"a"b"', '$a'])('refuses %j', (path) => {
    expect(() => parsePath(path)).toThrow(QdrantError);
  });
});

describe('changes', () => {
  it('merges fields, and removes those that are null', () => {
    expect(mergeAt({ a: 1, b: 2 }, { b: null, c: 3 })).toEqual({ a: 1, c: 3 });
    expect(mergeAt({ a: { x: 1 } }, { y: 2 }, parsePath('a'))).toEqual({ a: { x: 1, y: 2 } });
    expect(mergeAt({}, { y: 2 }, parsePath('a.b'))).toEqual({ a: { b: { y: 2 } } });
    expect(mergeAt({ a: [{}, { x: 1 }] }, { y: 2 }, parsePath('a[]'))).toEqual({
      a: [{ y: 2 }, { x: 1, y: 2 }],
    });
  });

  it('removes what a path leads to', () => {
    expect(removeAt({ a: { b: 1, c: 2 } }, parsePath('a.b'))).toEqual({ a: { c: 2 } });
    expect(removeAt({ a: [{ b: 1 }, { c: 2 }] }, parsePath('a[].b'))).toEqual({ a: [{}, { c: 2 }] });
    expect(removeAt({ a: [1, 2] }, parsePath('a[]'))).toEqual({ a: [] });
    expect(removeAt({ a: [1, 2] }, parsePath('a[0]'))).toEqual({ a: [1, 2] });
  });
});

const paths = (...texts: string[]) => texts.map(parsePath);

describe('selections', () => {
  it('keep paths and what is on the way to them', () => {
    expect(keepPaths(payload, paths('a.b[].d', 'g'))).toEqual({
      a: { b: [{}, {}, { d: 4 }] },
      g: ['x', 'y'],
    });
    expect(keepPaths(payload, paths('a.b.c'))).toEqual({ a: { b: [] } });
    expect(keepPaths(payload, paths('g.x'))).toEqual({ g: [] });
  });

  it('drop paths', () => {
    expect(dropPaths(payload, paths('a.b', 'g[]'))).toEqual({ a: { 'b.c': 1 }, g: [] });
  });
});
