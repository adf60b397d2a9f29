import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileKernel } from '../scripts/compile-kernel.ts';

const root = path.join(import.meta.dirname, '..');
const names = readdirSync(path.join(root, 'assembly'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'));

describe('the kernels', () => {
  it.each(names)('%s in src/util/kernels is what assembly/ compiles to', async (name) => {
    const stored = readFileSync(path.join(root, `src/util/kernels/${name}.wasm.ts`), 'utf8');
    expect(stored).toBe(await compileKernel(name));
  });
});
