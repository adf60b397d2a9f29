import { describe, expect, it } from 'vitest';
import { resolve } from 'node:path';
import { hasSecret, hostConfig, hosts, startOf } from './mcp-config.ts';

const program = ['/opt/node/bin/node', '/home/me/pincite/dist/cli.mjs'] as const;
const started = '/opt/node/bin/node /home/me/pincite/dist/cli.mjs mcp';

const start = startOf({
  program,
  store: 'sqlite:./my store',
  tenant: 'acme',
  collection: ['a', 'b'],
  allowWrites: true,
});

describe('what to paste', () => {
  it('starts the program with absolute paths', () => {
    const [command, ...rest] = [start.command, ...start.args];
    expect([command, ...rest].join(' ')).toBe(
      `${started} --store sqlite:${resolve('my store')} --tenant acme --collection a --collection b --allow-writes`,
    );
    expect(startOf({ program, store: 'postgres://db/library', config: 'x.yaml' }).args.slice(2)).toEqual([
      '--store',
      'postgres://db/library',
      '--config',
      resolve('x.yaml'),
    ]);
    expect(startOf({ program, store: 'sqlite::memory:' }).args).toContain('sqlite::memory:');
  });

  it('has no password of a store', () => {
    const store = 'postgres://me:secret@db/library';
    expect(hasSecret(store)).toBe(true);
    expect(hasSecret('postgres://me@db/library')).toBe(false);
    for (const host of hosts)
      expect(hostConfig(host, startOf({ program, store })).text).not.toContain('secret');
  });

  it('is the form of each host', () => {
    const shell = hostConfig('claude-code', start).text;
    expect(shell).toContain(`claude mcp add --scope user pincite -- ${started} --store 'sqlite:`);
    const entry = { command: program[0], args: start.args };
    for (const host of ['claude-desktop', 'cursor'] as const)
      expect(JSON.parse(hostConfig(host, start).text)).toEqual({ mcpServers: { pincite: entry } });
    expect(JSON.parse(hostConfig('vscode', start).text)).toEqual({
      servers: { pincite: { type: 'stdio', ...entry } },
    });
    const [table, command, args] = hostConfig('codex', start).text.split('\n');
    expect([table, command]).toEqual(['[mcp_servers.pincite]', `command = "${program[0]}"`]);
    expect(JSON.parse(args!.replace('args = ', ''))).toEqual(start.args);
  });
});
