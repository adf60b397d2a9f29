/** The module in `src/util/kernels/` for a kernel of `assembly/`: the same text on every machine. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { main } from 'assemblyscript/asc';

const folder = path.join(import.meta.dirname, '../assembly');

/** Kernels whose memory several threads share. */
const shared = new Set(['vector-scan']);
const sharing = ['--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];

/** @throws Error with the compiler's messages. */
export async function compileKernel(name: string): Promise<string> {
  let binary: Uint8Array | undefined;
  const { error, stderr } = await main(
    [
      `${name}.ts`,
      '--outFile',
      'kernel.wasm',
      '--optimizeLevel',
      '3',
      '--runtime',
      'stub',
      '--importMemory',
      '--noExportMemory',
      '--enable',
      'simd',
      '--noAssert',
      '--use',
      'abort=',
      ...(shared.has(name) ? sharing : []),
    ],
    {
      readFile: (file) => readFile(path.join(folder, file), 'utf8').catch(() => null),
      writeFile: (_file, contents) => {
        if (typeof contents !== 'string') binary = contents;
      },
      listFiles: () => [],
    },
  );
  if (error || binary === undefined)
    throw new Error(`assembly/${name}.ts: ${error?.message}\n${stderr.toString()}`);
  return `// Compiled from assembly/${name}.ts by \`npm run kernels\`.\nexport default '${Buffer.from(binary).toString('base64')}';\n`;
}
