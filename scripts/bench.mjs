/** `npm run bench -- <name> [options]` runs `bench/<name>.ts`; without a name it lists what there is. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../bench/', import.meta.url));
const [name, ...options] = process.argv.slice(2);
const file = `${folder}${name}.ts`;
if (name === undefined || !existsSync(file)) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => `${entry.parentPath}/${entry.name}`.replaceAll('//', '/').slice(folder.length, -3));
  console.error(`Usage: npm run bench -- <name> [options]; names: ${names.join(', ')}`);
  process.exit(2);
}
process.exit(
  spawnSync(process.execPath, ['--import', 'jiti/register', file, ...options], { stdio: 'inherit' }).status ??
    1,
);
