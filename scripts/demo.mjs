/** The main job on the example documents: add them, then ask three questions. Offline; safe to run again. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));
const store = ['--store', 'sqlite:./.pincite/demo'];
const steps = [
  ['add', 'examples/documents'],
  ['ask', 'How much notice must Brannoch give to end the agreement for convenience?'],
  ['ask', 'What revenue does Sundmere expect for 2026?'],
  ['ask', 'What fee was the chair of the board paid in 2025?'],
];

for (const [command, argument] of steps) {
  const shown = command === 'ask' ? `"${argument}"` : argument;
  process.stdout.write(`\n$ pincite ${command} ${shown}\n`);
  const { status } = spawnSync(process.execPath, [cli, command, argument, ...store], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
