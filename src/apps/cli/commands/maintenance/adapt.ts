import type { Command } from 'commander';
import { describeAdaptation } from '../../print/describe-adaptation.ts';
import { flags } from '../../options/flags.ts';
import { withProgressBar } from '../../terminal/progress.ts';
import { drawAdapting } from '../../terminal/progress-over.ts';
import {
  createCommand,
  printJson,
  printLines,
  withStoredKnowledgeBase,
  type SessionOptions,
} from '../../session.ts';

interface AdaptFlags extends SessionOptions {
  readonly force?: boolean;
}

export function adaptCommand(): Command {
  return createCommand('adapt', 'adapt the built-in embedding model to a collection', [
    flags.replace('try again even where nothing has changed since the latest attempt'),
  ])
    .helpAfter(`
The model learns from the titles, headings and sentences of your documents, and the collection is embedded with what
it has learned, if pairs of texts that were held out are then found better. \`pincite add\` does this by itself when a
collection has 200 chunks, and again whenever it has doubled (embedding.adapt: auto). The collection can be searched
as it was until the end. \`pincite reembed --force\` goes back to the model as it comes.

Examples:
  pincite adapt
  pincite adapt --collection contracts --force`)
    .action(adapt);
}

async function adapt(options: AdaptFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const { collection, force } = options;
    const response = await withProgressBar((bar) =>
      kb.adapt({ collection, force, signal, onProgress: (event) => drawAdapting(bar, event) }),
    );
    if (options.json) return printJson(response);
    printLines([describeAdaptation(response)]);
  });
}
