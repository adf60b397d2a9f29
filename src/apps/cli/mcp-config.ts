/** What to paste into the programs that start MCP servers. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { quoteForShell } from './terminal/layout.ts';

export const hosts = ['claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex'] as const;
export type Host = (typeof hosts)[number];

export interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

export interface Pasted {
  readonly text: string;
  /** Where it goes. */
  readonly where: string;
}

export function hostConfig(host: Host, { command, args }: Started): Pasted {
  const servers = { mcpServers: { pincite: { command, args } } };
  switch (host) {
    case 'claude-code':
      return {
        text: `claude mcp add --scope user pincite -- ${[command, ...args].map(quoteForShell).join(' ')}`,
        where: 'Run it in a terminal; without --scope user it counts for this folder alone.',
      };
    case 'claude-desktop':
      return {
        text: json(servers),
        where:
          'Settings, Developer, Edit Config opens claude_desktop_config.json. Start Claude Desktop anew afterwards.',
      };
    case 'cursor':
      return { text: json(servers), where: 'Into ~/.cursor/mcp.json, or .cursor/mcp.json of a project.' };
    case 'vscode':
      return {
        text: json({ servers: { pincite: { type: 'stdio', command, args } } }),
        where: 'Into .vscode/mcp.json, or the file that the command "MCP: Open User Configuration" opens.',
      };
    case 'codex':
      return {
        text: `[mcp_servers.pincite]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`,
        where: 'Into ~/.codex/config.toml.',
      };
  }
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

export interface ServedStore {
  /** What runs this program, and its file: absolute paths, as other programs may have another search path. */
  readonly program: readonly [command: string, file: string];
  /** As it is configured. */
  readonly store: string;
  readonly config?: string | undefined;
  readonly tenant?: string | undefined;
  readonly collection?: readonly string[] | undefined;
  readonly allowWrites?: boolean | undefined;
}

/** Programs start servers in a folder of their own, so every path is absolute. A store's password is left out. */
export function startOf({
  program: [command, program],
  store,
  config,
  tenant,
  collection = [],
  allowWrites = false,
}: ServedStore): Started {
  const file = config ?? ['yaml', 'yml', 'json'].map((end) => `pincite.config.${end}`).find(existsSync);
  return {
    command,
    args: [
      program,
      'mcp',
      ...(hasSecret(store) ? [] : ['--store', absoluteStore(store)]),
      ...(file === undefined ? [] : ['--config', resolve(file)]),
      ...(tenant === undefined ? [] : ['--tenant', tenant]),
      ...collection.flatMap((name) => ['--collection', name]),
      ...(allowWrites ? ['--allow-writes'] : []),
    ],
  };
}

export const hasSecret = (store: string): boolean => /^[a-z]+:\/\/[^/@:]*:[^/@:]+@/i.test(store);

function absoluteStore(store: string): string {
  const [, scheme, path] = /^(sqlite|chroma):(?!\/\/|:)(.+)$/s.exec(store) ?? [];
  return path === undefined ? store : `${scheme!}:${resolve(path)}`;
}
