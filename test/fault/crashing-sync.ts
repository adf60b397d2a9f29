/**
 * Changes the files of a folder and synchronises it, again and again, until it is killed; prints a line after each sync.
 * Run by sync-crash.test.ts in a process of its own.
 */
import { writeSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openKnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';

export async function syncUntilKilled(store: string, folder: string, first: number): Promise<void> {
  const kb = await openKnowledgeBase({
    store: `sqlite:${store}`,
    ingest: { keepVersions: true, keepOriginals: true },
  });
  await mkdir(join(folder, 'x'), { recursive: true });
  for (let round = first; ; round += 1) {
    await change(folder, round);
    await kb.sync(folder);
    writeSync(1, `${round}\n`);
  }
}

/** New files, changed ones, one that moves, one that goes. */
async function change(folder: string, round: number): Promise<void> {
  // Renamed into place: a kill between emptying a file and writing it would leave an empty one, which is rightly refused.
  const write = async (name: string, text: string) => {
    const unfinished = join(dirname(folder), 'unfinished.md');
    await writeFile(unfinished, text);
    await rename(unfinished, join(folder, name));
  };
  for (const offset of [0, 1, 2]) {
    const number = (round * 3 + offset) % 11;
    await write(
      `${number}.md`,
      `# File ${number}\n\nAs of round ${round}, otters swim in river ${round % 7}.`,
    );
  }
  await rename(join(folder, `${(round * 3) % 11}.md`), join(folder, 'x', `${round % 4}.md`));
  await rm(join(folder, `${(round * 5) % 11}.md`), { force: true });
}
