import type { Command } from 'commander';
import { flags } from '../../options/flags.ts';
import { formatCount, plural } from '../../terminal/layout.ts';
import { paint } from '../../terminal/paint.ts';
import { withProgressBar } from '../../terminal/progress.ts';
import {
  createCommand,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface ReembedFlags extends SessionOptions {
  readonly force?: boolean;
}

export function reembedCommand(): Command {
  return createCommand('reembed', 'embed a collection again, with the configured model', [
    flags.replace('embed even where that model has done so, and end what `pincite adapt` did'),
  ])
    .helpAfter(`
Needed after embedding.model, or its dimensions, have been changed. The collection can be searched as it was until
the end; a command that was stopped goes on where it stopped. With --force, every text is sent again even
where its vector is known, and an adapted collection is no longer adapted.

Examples:
  pincite reembed
  PINCITE_EMBEDDING_MODEL=openai:text-embedding-3-small pincite reembed --collection contracts`)
    .action(reembed);
}

async function reembed(options: ReembedFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const { collection, force } = options;
    const response = await withProgressBar((bar) =>
      kb.reembed({
        collection,
        force,
        signal,
        onProgress: ({ done, total }) =>
          bar.update(done / total, `embedding ${formatCount(done)}/${formatCount(total)}`),
      }),
    );
    if (options.json) return printJson(response);
    const { changed, chunks, embeddingModel, ms } = response;
    printLines([
      changed
        ? `${paint.green(`${plural(chunks, 'chunk')} embedded`)} with ${embeddingModel} (${(ms / 1000).toFixed(1)} s)`
        : `Collection "${collection}" is embedded with ${embeddingModel} already.`,
    ]);
  });
}
