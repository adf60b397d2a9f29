import { CommanderError } from 'commander';
import { maskText, PinciteError } from '../../index.ts';
import { inCommands } from './terminal/in-commands.ts';
import { forTerminal, harmless, harmlessJson } from './terminal/terminal-text.ts';
import { paint } from './terminal/paint.ts';

/** The program was stopped by the user. */
export class Interrupted extends Error {}

/** Prints an error to stderr as words a person can act on, or as JSON; gives the exit code. */
export function reportError(error: unknown, { json = false } = {}): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2; // commander has printed it
  if (error instanceof Interrupted) {
    process.stderr.write(`${harmless(error.message)}\n`);
    return 130;
  }
  if (error instanceof PinciteError) {
    process.stderr.write(
      json ? `${harmlessJson(JSON.stringify({ error }))}\n` : forTerminal(describeError(error)),
    );
    return error.code === 'CONFIG' || error.code === 'FILTER' ? 2 : 1;
  }
  const trace = maskText((error as Error).stack ?? String(error));
  process.stderr.write(forTerminal(`${paint.red('Unexpected error:')} ${trace}\n`));
  return 1;
}

function describeError(error: PinciteError): string {
  const hint = error.hint === undefined ? '' : `${paint.dim(`  ${inCommands(error.hint)}`)}\n`;
  return `${paint.red('Error:')} ${error.message}\n${hint}`;
}
