/** `npm run soak -- <name> [options]` runs `soak/<name>.ts`, the long form of a suite; without a name it lists what there is. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../soak/', import.meta.url));
const [name, ...options] = process.argv.slice(2);
const file = `${folder}${name}.ts`;
if (name === undefined || !existsSync(file)) {
  const names = readdirSync(folder)
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry) => entry.slice(0, -3));
  console.error(`Usage: npm run soak -- <name> [--seed N] [options]; names: ${names.join(', ')}`);
  process.exit(2);
}
process.exit(
  spawnSync(process.execPath, ['--import', 'jiti/register', file, ...options], { stdio: 'inherit' }).status ??
    1,
);
