/** What every command does around its own work: configuration, opening and closing, Ctrl-C, JSON. */
import { once, setMaxListeners } from 'node:events';
import { writeSync } from 'node:fs';
import { Command, type Option } from 'commander';
import type { ConfigInput, KnowledgeBase, OpenOptions, PinciteError } from '../../index.ts';
import { flags } from './options/flags.ts';
import { forTerminal, harmless, harmlessJson, harmlessLine } from './terminal/terminal-text.ts';
import { note } from './terminal/paint.ts';
import { withProgressBar } from './terminal/progress.ts';
import { Interrupted } from './report-error.ts';

export interface SessionOptions {
  readonly store?: string;
  readonly collection: string;
  readonly config?: string;
  readonly json?: boolean;
  /** With it `json` is true too. */
  readonly 'json=full'?: boolean;
}

export class HelpfulCommand extends Command {
  /** What `--help` ends with. */
  helpAfter(text: string): this {
    return this.addHelpText('after', text);
  }
}

/** A command with the flags that all have, and its own. */
export function createCommand(
  name: string,
  description: string,
  own: readonly Option[] = [],
): HelpfulCommand {
  return createStoreCommand(name, description, [...own, flags.collection]);
}

/** A command on the whole store, with the flags that all have but the collection. */
export function createStoreCommand(
  name: string,
  description: string,
  own: readonly Option[] = [],
): HelpfulCommand {
  const command = new HelpfulCommand(name).description(description);
  for (const option of [...own, flags.store, flags.config, ...jsonFlags]) command.addOption(option);
  return command;
}

export const jsonFlags = [flags.json, flags.jsonFull];

/** Loaded when a command runs, so that `--help` need not wait for it. */
const library = () => import('../../index.ts');

export async function resolveConfig(
  options: SessionOptions,
  overrides: ConfigInput = {},
  onFile?: (path: string) => void,
) {
  const { loadConfig } = await library();
  return loadConfig({
    file: options.config ?? (process.env['PINCITE_CONFIG'] || undefined), // empty is unset
    overrides: { ...overrides, store: options.store ?? overrides.store },
    onFile,
    onWarning: (message) => printNotes([note(message)]),
  });
}

export async function openConfigured(config: ConfigInput, options?: OpenOptions): Promise<KnowledgeBase> {
  const { openKnowledgeBase } = await library();
  return withProgressBar((bar) => {
    const onModelDownload = (bytes: number, total: number) =>
      bar.update(bytes / total, 'downloading the embedding model');
    // A command says itself what it needs and does not get, and others need it not.
    return openKnowledgeBase(config, { check: 'none', ...options, onModelDownload });
  });
}

type Work = (kb: KnowledgeBase, signal: AbortSignal) => Promise<void>;

/**
 * Opens the knowledge base, making its store where there is none, runs the work, and closes it whatever happens. Ctrl-C
 * aborts the signal.
 */
export async function withKnowledgeBase(
  options: SessionOptions,
  work: Work,
  overrides?: ConfigInput,
  open?: OpenOptions,
): Promise<void> {
  const kb = await openConfigured(await resolveConfig(options, overrides), open);
  try {
    await interruptible((signal) => work(kb, signal));
  } finally {
    await kb.close();
  }
}

/** The same for commands that have nothing to do where there is no store yet: they say so. */
export const withStoredKnowledgeBase = (options: SessionOptions, work: Work, overrides?: ConfigInput) =>
  withKnowledgeBase(options, work, overrides, { create: false });

/** The same for commands that list: where there is no store yet, `nothing` says so, with the sentence that it is given. */
export async function withListedKnowledgeBase(
  options: SessionOptions,
  work: Work,
  nothing: (why: string) => void,
): Promise<void> {
  try {
    await withStoredKnowledgeBase(options, work);
  } catch (error) {
    const { code, message } = error as Partial<PinciteError>;
    if (code !== 'STORE_NOT_FOUND') throw error;
    nothing(`${message} yet. Add documents with \`pincite add <files>\`.`);
  }
}

/**
 * Runs the work with a signal that Ctrl-C aborts: nothing more is begun, reader processes are given 300 ms, what is prepared is still written for
 * up to 5 s, the store is closed, and the exit code is 130. A second Ctrl-C ends the program at once.
 */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // every document under way listens
  const interrupt = () => {
    if (controller.signal.aborted) endNow();
    controller.abort(new Interrupted('Stopped.'));
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  try {
    await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

/** The second Ctrl-C does not wait. Without `process.stderr`, which would write later where it is a pipe. */
function endNow(): never {
  try {
    writeSync(2, 'Ended at once; what was not stored yet is not there.\n');
  } catch {} // nobody listens
  process.exit(130);
}

export type Library = Awaited<ReturnType<typeof library>>;

/** What `--json` prints of a response: the lean form that the library makes of it, or with `--json=full` all. */
export async function jsonOf<Response>(
  response: Response,
  options: SessionOptions,
  toLean: (library: Library) => (response: Response) => unknown,
): Promise<unknown> {
  return options['json=full'] ? response : toLean(await library())(response);
}

export function printJson(value: unknown): void {
  process.stdout.write(`${harmlessJson(JSON.stringify(value, null, 2))}\n`);
}

/** One value a line, for programs that read them as they come. */
export function printJsonLine(value: unknown): void {
  process.stdout.write(`${harmlessJson(JSON.stringify(value))}\n`);
}

/** Pieces of JSON, as fast as its reader takes them. */
export async function printJsonPieces(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (!process.stdout.write(harmlessJson(piece))) await once(process.stdout, 'drain');
  }
}

/** Words for a person, in which titles, paths and texts of documents do not command a terminal, also behind a pager. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(shown(lines));
}

/** The same on the standard error, for what is no result. */
export function printNotes(lines: readonly string[]): void {
  process.stderr.write(shown(lines));
}

/** Text of a document: files and pipes get it as it is. */
export function printText(text: string): void {
  printPiece(`${text}\n`);
}

/** A part of such a text, without a line end of its own. */
export function printPiece(text: string): void {
  process.stdout.write(process.stdout.isTTY ? harmless(text) : text);
}

/** Words of a model as they come. */
export function printWords(text: string): void {
  process.stdout.write(harmless(text));
}

const shown = (lines: readonly string[]) =>
  lines.map((line) => `${forTerminal(line, harmlessLine)}\n`).join('');
