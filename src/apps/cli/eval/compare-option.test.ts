import { describe, expect, it } from 'vitest';
import { parseCompare, parseCompares } from './compare-option.ts';

describe('parseCompare', () => {
  it('puts settings where the library takes them', () => {
    expect(parseCompare('small:mode=hybrid,vectorWeight=0.3,chunkSize=128,adapt=off')).toEqual({
      name: 'small',
      retrieve: { mode: 'hybrid', fusion: { vectorWeight: 0.3 } },
      chunking: { chunkSize: 128 },
      embedding: { adapt: 'off' },
    });
  });

  it('takes how semantic segments', () => {
    expect(parseCompare('optimal:chunkMethod=semantic,breakpoints=optimal').chunking).toEqual({
      method: 'semantic',
      breakpoints: 'optimal',
    });
  });

  it('takes the settings as the name where none is given, and a name alone as it is', () => {
    expect(parseCompare('mode=keyword')).toEqual({ name: 'mode=keyword', retrieve: { mode: 'keyword' } });
    expect(parseCompare('baseline')).toEqual({ name: 'baseline' });
  });

  it.each([
    ['keyword', 'Write keyword:mode=keyword.'],
    ['rrf', 'Write rrf:fusion=rrf.'],
    ['semantic', 'Write semantic:chunkMethod=semantic.'],
    ['feedback', 'Write name:feedback=value.'],
    ['kw:', 'Write kw:key=value, or kw for what is in force.'],
    [
      'keyword,vector, hybrid',
      'Write --compare keyword:mode=keyword --compare vector:mode=vector --compare hybrid:mode=hybrid.',
    ],
    ['now,rrf', 'Write --compare now --compare rrf:fusion=rrf.'],
    ['keyword,vector:mmr=0.5', 'Write --compare once for each configuration.'],
    ['keyword:chunkSize=128', 'write keyword:mode=keyword,chunkSize=128, or another name.'],
    ['keyword:mode=vector', 'Its name says mode=keyword'],
    ['kw:mode', 'Write name:key=value,key=value with keys collection, versions, mode,'],
  ])('says what to write for %s', (text, hint) => {
    expect(() => parseCompare(text)).toThrow(
      expect.objectContaining({ code: 'CONFIG', hint: expect.stringContaining(hint) }),
    );
  });

  it.each(['', ':', 'a:speed=9', 'a:mode', 'a:mode=', 'a:constructor=1'])('refuses %s', (text) => {
    expect(() => parseCompare(text)).toThrow(/--compare does not know/);
  });
});

describe('parseCompares', () => {
  it('takes one name alone, beside what differs from it or another system', () => {
    expect(parseCompares(['now', 'mode=keyword']).map(({ name }) => name)).toEqual(['now', 'mode=keyword']);
    expect(parseCompares(['ours'], ['theirs=run.txt'])).toEqual([{ name: 'ours' }]);
  });

  it.each([[['foo']], [['now', 'foo']], [['now', 'foo', 'mode=keyword']]])('refuses %j', (texts) => {
    expect(() => parseCompares(texts)).toThrow(/names what is in force, and nothing that differs/);
  });
});
