#!/usr/bin/env node
/**
 * `pincite`: a thin program over the library. Results go to stdout, everything else to stderr.
 * Exit codes: 0 done, 1 something failed, 2 wrong usage or configuration, 130 stopped by Ctrl-C.
 */
import { Command } from 'commander';
import { addCommand } from './commands/add.ts';
import { askCommand } from './commands/ask.ts';
import { doctorCommand } from './commands/doctor.ts';
import { evalCommand } from './commands/eval.ts';
import { listCommand } from './commands/list.ts';
import { removeCommand } from './commands/remove.ts';
import { searchCommand } from './commands/search.ts';
import { showCommand } from './commands/show.ts';
import { reportError } from './report-error.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const program = new Command('pincite')
  .description('Ask your documents; every statement comes back with a checked citation to the exact place.')
  .version(packageJson.version)
  .showHelpAfterError('(run with --help for examples)')
  .addHelpText(
    'after',
    `
Examples:
  pincite add contracts/ report.pdf
  pincite ask "When can the supplier terminate the contract?"
  pincite search "net revenue 2025" --where '{"format": "pdf"}' --json`,
  );
for (const command of [
  addCommand,
  searchCommand,
  askCommand,
  listCommand,
  showCommand,
  removeCommand,
  evalCommand,
  doctorCommand,
]) {
  program.addCommand(command());
}

// `pincite list | head` closes the pipe early; that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

program.exitOverride();
for (const command of program.commands) command.exitOverride();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error, { json: process.argv.includes('--json') });
}
