/**
 * Compiles the vector kernels of `assembly/` to WebAssembly and writes each into `src/util/kernels/` as a module with its
 * bytes in base64, so that neither users nor bundlers need a compiler or a file beside the code.
 *
 *   node --import jiti/register scripts/build-kernels.ts
 */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileKernel } from './compile-kernel.ts';

const root = path.join(import.meta.dirname, '..');

for (const file of readdirSync(path.join(root, 'assembly')).filter((name) => name.endsWith('.ts'))) {
  const name = path.basename(file, '.ts');
  writeFileSync(path.join(root, 'src/util/kernels', `${name}.wasm.ts`), await compileKernel(name));
}
