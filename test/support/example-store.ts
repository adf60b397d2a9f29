import { cp, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { runCli } from './cli.ts';

export const exampleDocuments = join(import.meta.dirname, '../../examples/documents');

/** One of each kind, for what takes as long as there are documents. */
export const fewDocuments = [
  'supply-agreement-amendment-1.pdf',
  'travel-and-field-work-policy.md',
  'help-station-silent.html',
].map((name) => join(exampleDocuments, name));

const made = new Map<readonly string[], Promise<string>>();
const all = [exampleDocuments];

/** Puts the store that `pincite add` makes of the example documents into a folder. Each process that runs tests makes it once. */
export async function copyExampleStore(folder: string, documents: readonly string[] = all): Promise<void> {
  const store = made.get(documents) ?? makeStore(documents);
  made.set(documents, store);
  await cp(join(await store, '.pincite'), join(folder, '.pincite'), { recursive: true });
}

async function makeStore(documents: readonly string[]): Promise<string> {
  const cwd = await mkdtemp(join(inject('sharedFolder'), 'examples-'));
  const { code, stdout, stderr } = await runCli(['add', ...documents], { cwd });
  if (code !== 0) throw new Error(`The example documents were not added: ${stdout}${stderr}`);
  return cwd;
}
