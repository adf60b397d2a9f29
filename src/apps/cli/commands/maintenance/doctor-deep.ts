import { CollectionNotFoundError, type KnowledgeBase } from '../../../../index.ts';
import { plural } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { withProgressBar } from '../../terminal/progress.ts';
import { printJson, printLines, withStoredKnowledgeBase, type SessionOptions } from '../../session.ts';

export interface DoctorFlags extends SessionOptions {
  readonly deep?: boolean;
  readonly repair?: boolean;
}

type Problem = Awaited<ReturnType<KnowledgeBase['check']>>['problems'][number];

/**
 * Looks at everything that is stored.
 * @param named the collection, where the user named one, which must be there.
 */
export async function deepDoctor(options: DoctorFlags, named: string | undefined): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const names = (await kb.collections()).map(({ name }) => name);
    if (named !== undefined && !names.includes(named)) throw new CollectionNotFoundError(named, names);
    const result = await withProgressBar((bar) =>
      kb.check({
        repair: options.repair,
        signal,
        onProgress: (done, total) => bar.update(done / total, `document ${done} of ${total}`),
      }),
    );
    if (result.problems.some(({ isRepaired }) => !isRepaired)) process.exitCode = 1;
    if (options.json) return printJson(result);
    const { documents, chunks, problems } = result;
    const looked = `${plural(documents, 'document')} and ${plural(chunks, 'chunk')} looked at`;
    printLines([
      ...problems.map(describe),
      problems.length === 0
        ? `${paint.green('✓')} ${looked}: nothing is wrong.`
        : `${looked}: ${plural(problems.length, 'problem')}.`,
    ]);
  });
}

function describe({ collection, documentId, message, isRepaired }: Problem): string {
  const place = [collection, documentId].filter((part) => part !== undefined).join('/');
  const mark = isRepaired ? paint.green('repaired') : paint.red('✗');
  return `${mark} ${place === '' ? '' : `${place}: `}${message}`;
}
