/**
 * `pincite`: a thin program over the library. Results go to stdout, everything else to stderr.
 * Exit codes: 0 done, 1 something failed, 2 wrong usage or configuration, 130 stopped by Ctrl-C.
 */
import type { Command } from 'commander';
import { PinciteError } from '../../index.ts';
import { adaptCommand } from './commands/maintenance/adapt.ts';
import { addCommand } from './commands/documents/add.ts';
import { askCommand } from './commands/questions/ask.ts';
import { chatCommand } from './commands/questions/chat.ts';
import { chunkCommand } from './commands/documents/chunk.ts';
import { backupCommand, restoreCommand } from './commands/maintenance/backup.ts';
import { completionCommand } from './commands/completion.ts';
import { doctorCommand } from './commands/maintenance/doctor.ts';
import { evalCommand } from './commands/eval.ts';
import { initCommand } from './commands/init.ts';
import { keysCommand } from './commands/servers/keys.ts';
import { loadCommand } from './commands/documents/load.ts';
import { listCommand } from './commands/documents/list.ts';
import { queueCommand } from './commands/servers/queue.ts';
import { mcpCommand } from './commands/servers/mcp.ts';
import { reembedCommand } from './commands/maintenance/reembed.ts';
import { removeCommand } from './commands/documents/remove.ts';
import { searchCommand } from './commands/questions/search.ts';
import { serveCommand } from './commands/servers/serve.ts';
import { showCommand } from './commands/documents/show.ts';
import { copyCommand, exportCommand, importCommand } from './commands/maintenance/transfer.ts';
import { vacuumCommand } from './commands/maintenance/vacuum.ts';
import { syncCommand } from './commands/documents/sync.ts';
import { updateCommand } from './commands/documents/update.ts';
import { workerCommand } from './commands/servers/worker.ts';
import { reportError } from './report-error.ts';
import { HelpfulCommand } from './session.ts';
import { harmless } from './terminal/terminal-text.ts';
import packageJson from '../../../package.json' with { type: 'json' };

const program = new HelpfulCommand('pincite')
  .description('Ask your documents; every statement comes back with a checked citation to the exact place.')
  .version(packageJson.version).helpAfter(`
Examples:
  pincite add contracts/ report.pdf
  pincite ask "When may the supplier end the agreement?"
  pincite search "net revenue 2025" --where '{"format": "pdf"}' --json`);
for (const command of [
  initCommand,
  addCommand,
  syncCommand,
  workerCommand,
  queueCommand,
  searchCommand,
  askCommand,
  chatCommand,
  serveCommand,
  keysCommand,
  mcpCommand,
  listCommand,
  showCommand,
  loadCommand,
  chunkCommand,
  updateCommand,
  removeCommand,
  adaptCommand,
  reembedCommand,
  evalCommand,
  backupCommand,
  restoreCommand,
  exportCommand,
  importCommand,
  copyCommand,
  vacuumCommand,
  doctorCommand,
  completionCommand,
]) {
  program.addCommand(command());
}

/** Does what the command line says. */
export async function runProgram(): Promise<void> {
  const json = wantsJson(process.argv.slice(2));
  // `pincite list | head` closes the pipe early; that is no error. A full disk is.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    const unwritten = new PinciteError('UNEXPECTED', `The output cannot be written: ${error.message}`);
    process.exit(reportError(unwritten, { json }));
  });

  prepare(program);
  try {
    await program.parseAsync(withoutVainHelp(process.argv));
  } catch (error) {
    process.exitCode = reportError(error, { json });
  }
}

/** `help` of what is no command is as wrong as the command itself; the parser would print the help of all. */
function withoutVainHelp(argv: readonly string[]): string[] {
  const [node = '', script = '', first, name] = argv;
  const isKnown =
    name === undefined || name === 'help' || program.commands.some((one) => one.name() === name);
  return first === 'help' && !isKnown ? [node, script, name] : [...argv];
}

/** Also where no command knows the flag: who writes it reads JSON. */
function wantsJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words
    .slice(0, end === -1 ? undefined : end)
    .some((word) => word === '--json' || word === '--json=full');
}

/** Mistakes come as errors, which are reported like all others; what is printed repeats what was typed. */
function prepare(command: Command): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => process.stdout.write(harmless(text)),
    writeErr: (text) => process.stderr.write(harmless(text)),
    outputError: () => {},
  });
  for (const one of command.commands) prepare(one);
}
