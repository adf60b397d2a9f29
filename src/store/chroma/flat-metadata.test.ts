import { expect, it } from 'vitest';
import { makeRecord } from '../../../test/contract/store/records.ts';
import { flatMetadata, keyOf } from './flat-metadata.ts';

it('has lists joined with commas, and no key for what is absent or empty', () => {
  const [{ chunk }, { document }] = [firstChunk(), firstRecord()];
  expect(flatMetadata(document, chunk)).toEqual({
    documentId: 'a',
    title: 'About a',
    creators: 'A. Writer',
    'creators[]': 1,
    format: 'text',
    tags: 'x,y',
    'tags[]': 2,
    version: 1,
    sequence: 0,
    kind: 'text',
    level: 3,
    client: 'Acme \ufffd',
    paid: false,
  });
});

it('leaves fields out whose names mean something else in Chroma', () => {
  for (const name of ['content', 'metadata.title', '$and', 'chroma:document', 'x[]', '']) {
    expect(keyOf(name)).toBeUndefined();
  }
  expect([keyOf('title'), keyOf('client'), keyOf('metadata.client')]).toEqual(['title', 'client', 'client']);
});

function firstRecord() {
  const metadata = { client: 'Acme \ud800', paid: false, 'chroma:document': 'x', $and: 'y', roles: [] };
  return makeRecord('a', { document: { tags: ['x', 'y'], metadata } });
}

function firstChunk() {
  return firstRecord().chunks[0]!;
}
