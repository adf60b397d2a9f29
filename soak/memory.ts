/**
 * `npm run soak -- memory [--files N] [--words N]`: a folder of small files is added while the memory of the process is
 * sampled. What is resident must not grow with the number of files: from the first third to the last by less than a third.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openKnowledgeBase } from '../src/index.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '100000' },
    words: { type: 'string', default: '40' },
  },
});
const [files, words] = [Number(values.files), Number(values.words)];
const filesPerFolder = 1000;
const samples = 30;
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-memory-'));
try {
  await writeFiles(path.join(folder, 'files'));
  await addAll();
} finally {
  await rm(folder, { recursive: true });
}

async function writeFiles(place: string): Promise<void> {
  const random = seededRandom(Number(values.seed));
  const word = () => `w${Math.floor(5 * 20_000 ** random()).toString(36)}`;
  for (let index = 0; index < files; index += 1) {
    const parent = path.join(place, String(Math.floor(index / filesPerFolder)));
    if (index % filesPerFolder === 0) await mkdir(parent, { recursive: true });
    const text = Array.from({ length: words }, word).join(' ');
    await writeFile(path.join(parent, `${index}.txt`), `File ${index}. ${text}`);
  }
}

async function addAll(): Promise<void> {
  const kb = await openKnowledgeBase({
    store: `sqlite:${path.join(folder, 'store')}`,
    embedding: { adapt: 'off' },
  });
  const resident: number[] = [];
  let done = 0;
  const started = performance.now();
  const { errors, totalChunks } = await kb.addDocuments([path.join(folder, 'files')], {
    returnChunks: false,
    onProgress: ({ kind }) => {
      if (kind !== 'end') return;
      done += 1;
      if (done % Math.ceil(files / samples) !== 0) return;
      resident.push(Math.round(process.memoryUsage.rss() / 2 ** 20));
      console.log(`${done} files, ${resident.at(-1)} MB resident`);
    },
  });
  const seconds = (performance.now() - started) / 1000;
  await kb.close();
  if (errors.length > 0) throw errors[0]!.error;
  const third = Math.floor(resident.length / 3);
  const [early, late] = [Math.max(...resident.slice(0, third)), Math.max(...resident.slice(-third))];
  if (late > early * (4 / 3)) throw new Error(`Memory grew from ${early} MB to ${late} MB.`);
  console.log(
    `${totalChunks} chunks of ${files} files in ${seconds.toFixed(0)} s; at most ${early} MB in the first third, ${late} MB in the last.`,
  );
}
