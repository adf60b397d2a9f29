/** The main job on the example documents: add them, then ask three questions. Offline; safe to run again. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const steps = [
  ['add', 'examples/documents'],
  ['ask', 'Which law governs the supply agreement?'],
  ['ask', 'How much notice must the Authority give to end the agreement for convenience?'],
  ['ask', 'What fee was the chair of the board paid in 2025?'],
];

// `npm run demo | head` closes the pipe early; that is no error.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));

for (const [command, argument] of steps) {
  const shown = command === 'ask' ? `"${argument}"` : argument;
  process.stdout.write(`\n$ pincite ${command} ${shown}\n`);
  const { status } = spawnSync(process.execPath, [cli, command, argument], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}

process.stdout.write('\nAsk your own: node dist/cli.mjs ask "…"\n');
