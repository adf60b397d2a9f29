import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { runCli } from './cli.ts';

export const exampleDocuments = join(import.meta.dirname, '../../examples/documents');

let made: Promise<string> | undefined;

/** Puts the store that `pincite add` makes of the example documents into a folder. Each process that runs tests makes it once. */
export async function copyExampleStore(folder: string): Promise<void> {
  made ??= makeStore();
  await cp(join(await made, '.pincite'), join(folder, '.pincite'), { recursive: true });
}

async function makeStore(): Promise<string> {
  const cwd = await mkdtemp(join(inject('sharedFolder'), 'examples-'));
  const { code, stdout, stderr } = await runCli(['add', exampleDocuments], { cwd });
  if (code !== 0) throw new Error(`The example documents were not added: ${stdout}${stderr}`);
  return cwd;
}
