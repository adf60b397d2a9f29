import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '../../errors.ts';
import { parseAddress } from './address.ts';

it('is a server with a folder beside it, or a folder alone', () => {
  expect(parseAddress('chroma://db.example.com')).toEqual({
    location: `chroma://db.example.com:8000 beside ${resolve('.pincite-chroma')}`,
    beside: resolve('.pincite-chroma'),
    server: {
      host: 'db.example.com',
      port: 8000,
      ssl: false,
      tenant: 'default_tenant',
      database: 'default_database',
      token: undefined,
    },
  });
  const url = 'chroma://:to%2Fken@host:443?beside=./a%20b&tls=true&tenant=t&database=d';
  expect(parseAddress(url)).toMatchObject({
    beside: resolve('a b'),
    server: { port: 443, ssl: true, tenant: 't', database: 'd', token: 'to/ken' },
  });
  expect(parseAddress('chromas://host/').server).toMatchObject({ ssl: true });
  expect(parseAddress('chroma:./library')).toEqual({
    location: `chroma:${resolve('library')}`,
    beside: resolve('library'),
  });
});

it('takes no parameters as a part of a folder’s name', () => {
  expect(() => parseAddress('chroma:./library?tls=true')).toThrow(
    expect.objectContaining({
      code: 'CONFIG',
      hint: expect.stringContaining('Write chroma:./library;'),
    }) as Error,
  );
});

it('shows its token nowhere', () => {
  expect(parseAddress('chroma://:secret@host').location).not.toContain('secret');
  const wrong = [
    'chroma://:secret@',
    'chroma://:secret@host/path',
    'chromas:secret',
    'sqlite:secret',
    'chroma:',
    'chroma://secret@host',
    'chroma://:sec#secret@host',
  ];
  for (const url of [...wrong, 'chroma://:secret@host?port=1', 'chroma://:secret@host:x']) {
    expect(() => parseAddress(url)).toThrow(ConfigError);
    expect(() => parseAddress(url)).not.toThrow('secret');
  }
});
