/** Works on a queue until nothing is left; prints a line when it begins and after each job. Run by workers.ts in a process of its own. */
import { writeSync } from 'node:fs';
import { openKnowledgeBase, openQueue } from '../../src/index.ts';

export async function workUntilDrained(storeUrl: string, queueUrl: string): Promise<void> {
  await using queue = await openQueue(queueUrl);
  await using kb = await openKnowledgeBase({ store: storeUrl });
  writeSync(1, 'ready\n');
  await kb.work(queue, {
    drain: true,
    onProgress: (event) => {
      if (event.kind !== 'start') writeSync(1, `${event.kind}\n`);
    },
  });
}
