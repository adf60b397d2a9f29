import { CommanderError } from 'commander';
import { ConfigError, maskText, PinciteError } from '../../index.ts';
import { inCommands } from './terminal/in-commands.ts';
import { forTerminal, harmless, harmlessJson } from './terminal/terminal-text.ts';
import { paint } from './terminal/paint.ts';

/** The program was stopped by the user. */
export class Interrupted extends Error {}

/** Prints an error to stderr as words a person can act on, or as JSON; gives the exit code. */
export function reportError(error: unknown, { json = false } = {}): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0;
    return error.code === 'commander.help' ? 2 : reportError(wrongUsage(error), { json }); // the help is printed
  }
  if (error instanceof Interrupted) {
    process.stderr.write(`${harmless(error.message)}\n`);
    return 130;
  }
  if (error instanceof PinciteError) {
    process.stderr.write(json ? inJson(error) : forTerminal(describeError(error)));
    return error.code === 'CONFIG' || error.code === 'FILTER' ? 2 : 1;
  }
  const trace = maskText((error as Error).stack ?? String(error));
  process.stderr.write(
    json
      ? inJson(new PinciteError('UNEXPECTED', trace))
      : forTerminal(`${paint.red('Unexpected error:')} ${trace}\n`),
  );
  return 1;
}

/** What the parser of arguments says, as an error of ours: `error: unknown command 'aks'`, and below it `(Did you mean ask?)`. */
function wrongUsage({ message, code }: CommanderError): ConfigError {
  const said = message.replace(/^error: /, '');
  const guessed = said.lastIndexOf('\n(Did you mean ');
  const what = guessed === -1 ? said : said.slice(0, guessed);
  const isValue = code === 'commander.invalidArgument'; // of which it is said what it must be
  const isTooEarly = code === 'commander.unknownOption' && process.argv[2]?.startsWith('-');
  const usual = isTooEarly
    ? 'Options come after the command: pincite ask "…" --store sqlite:./folder'
    : isValue
      ? undefined
      : 'Run it with --help for examples.';
  return new ConfigError(what.charAt(0).toUpperCase() + what.slice(1), {
    hint: guessed === -1 ? usual : said.slice(guessed + 2, -1),
  });
}

const inJson = (error: PinciteError): string => `${harmlessJson(JSON.stringify({ error }))}\n`;

function describeError(error: PinciteError): string {
  const hint = error.hint === undefined ? '' : `${paint.dim(`  ${inCommands(error.hint)}`)}\n`;
  return `${paint.red('Error:')} ${error.message}\n${hint}`;
}
