/** What every command does around its own work: configuration, opening and closing, Ctrl-C, JSON. */
import { Command, type Option } from 'commander';
import type { ConfigInput, KnowledgeBase } from '../../index.ts';
import { flags } from './flags.ts';
import { Interrupted } from './report-error.ts';

export interface SessionOptions {
  readonly store?: string;
  readonly collection: string;
  readonly config?: string;
  readonly json?: boolean;
}

/** A command with the flags that all have, and its own. */
export function createCommand(name: string, description: string, own: readonly Option[] = []): Command {
  const command = new Command(name).description(description);
  const shared = [flags.collection(), flags.store(), flags.config(), flags.json()];
  for (const option of [...own, ...shared]) command.addOption(option);
  return command;
}

/** Loaded when a command runs, so that `--help` need not wait for it. */
const library = () => import('../../index.ts');

export async function resolveConfig(options: SessionOptions, overrides: ConfigInput = {}) {
  const { loadConfig } = await library();
  const store = options.store === undefined ? {} : { store: options.store };
  return loadConfig({
    file: options.config ?? process.env['PINCITE_CONFIG'],
    overrides: { ...overrides, ...store },
  });
}

export async function openConfigured(config: ConfigInput): Promise<KnowledgeBase> {
  const { openKnowledgeBase } = await library();
  return openKnowledgeBase(config);
}

/** Opens the knowledge base, runs the work, and closes it whatever happens. Ctrl-C aborts the signal. */
export async function withKnowledgeBase(
  options: SessionOptions,
  work: (kb: KnowledgeBase, signal: AbortSignal) => Promise<void>,
  overrides?: ConfigInput,
): Promise<void> {
  const kb = await openConfigured(await resolveConfig(options, overrides));
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130); // the second Ctrl-C does not wait
    controller.abort(new Interrupted('Stopped.'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    await work(kb, controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await kb.close();
  }
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
