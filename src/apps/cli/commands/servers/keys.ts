import type { Filter } from '../../../../index.ts';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { KeyFolder } from '../../../http/access/keys.ts';
import { flags } from '../../options/flags.ts';
import { cutEnd, fittingTable } from '../../terminal/layout.ts';
import { unwritable } from '../../terminal/write-file.ts';
import {
  createStoreCommand,
  HelpfulCommand,
  printJson,
  printLines,
  printNotes,
  resolveConfig,
  type SessionOptions,
} from '../../session.ts';

interface AddFlags extends SessionOptions {
  readonly name: string;
  readonly tenant?: string;
  readonly access: 'read' | 'write';
  readonly admin?: boolean;
  readonly only?: string[];
  readonly where?: Filter;
  readonly days?: number;
}

export function keysCommand(): Command {
  const command = new HelpfulCommand('keys').description('make, list and revoke keys for pincite serve');
  command.helpAfter(`
A key is shown once, when it is made; only its hash is kept. The server minds changes at once.

Examples:
  pincite keys add --name me --access write --admin
  pincite keys add --name CI --tenant acme --days 90
  pincite keys list
  pincite keys revoke 3f9a0c12d4e5`);
  command.addCommand(
    createStoreCommand('add', 'make a key and print it', [
      new Option('--name <name>', 'whose it is, and what for').makeOptionMandatory(),
      new Option('--tenant <name>', 'whose documents it opens (default: those that the command line adds)'),
      new Option('--access <access>', 'what it may do').choices(['read', 'write']).default('read'),
      new Option('--admin', 'it may make and revoke keys, and read the metrics'),
      flags.only,
      flags.where,
      flags.days,
    ]).action(add),
  );
  command.addCommand(createStoreCommand('list', 'list keys', []).action(list));
  command.addCommand(
    createStoreCommand('revoke', 'make a key invalid', []).argument('<id>', 'of the key').action(revoke),
  );
  return command;
}

async function openKeys(options: SessionOptions): Promise<KeyFolder> {
  const { store, server } = await resolveConfig(options);
  const { KeyFolder, folderOf } = await import('../../../http/index.ts');
  return new KeyFolder(server.keysFolder ?? join(folderOf(store), 'keys'));
}

async function add({ name, tenant, access, admin, only, where, days, ...options }: AddFlags): Promise<void> {
  const keys = await openKeys(options);
  const expiresAt = days === undefined ? undefined : new Date(Date.now() + days * 86_400_000).toISOString();
  const key = {
    name,
    tenant: tenant ?? null,
    access,
    admin: admin ?? false,
    collections: only,
    filter: where,
    expiresAt,
  };
  const made = await keys.add(key).catch((error: NodeJS.ErrnoException) => {
    throw error.code === undefined || error.syscall === undefined ? error : unwritable(keys.path, error);
  });
  if (options.json) return printJson({ ...made.key, secret: made.secret });
  printLines([made.secret]);
  printNotes([
    `Key ${made.key.id} in ${keys.path}. It is not shown again. While there are keys, pincite serve asks for one.`,
  ]);
}

async function list(options: SessionOptions): Promise<void> {
  const all = await (await openKeys(options)).list();
  if (options.json) return printJson(all);
  const rows = all.map(({ id, name, tenant, access, admin, expiresAt }) => [
    id,
    name,
    tenant ?? '',
    admin ? `${access}, admin` : access,
    expiresAt?.slice(0, 10) ?? 'never',
  ]);
  const header = ['id', 'name', 'tenant', 'access', 'expires'];
  const elastic = [{ column: 1, least: 12, cut: cutEnd }];
  printLines(rows.length === 0 ? ['No keys yet.'] : fittingTable(header, rows, { elastic }));
}

async function revoke(id: string, options: SessionOptions): Promise<void> {
  await (await openKeys(options)).revoke(id);
  if (options.json) printJson({ revoked: id });
  else printLines([`Revoked ${id}.`]);
}
