/** Works on a queue, until nothing is left where told; prints a line when it begins and after each job. Run by workers.ts in a process of its own. */
import { writeSync } from 'node:fs';
import { openKnowledgeBase, openQueue } from '../../src/index.ts';

export async function workInProcess(storeUrl: string, queueUrl: string, drain: boolean): Promise<void> {
  await using queue = await openQueue(queueUrl);
  await using kb = await openKnowledgeBase({ store: storeUrl });
  writeSync(1, 'ready\n');
  await kb.work(queue, {
    drain,
    onProgress: (event) => {
      if (event.kind !== 'start') writeSync(1, `${event.kind}\n`);
    },
  });
}
