import { formatDrafts, type DraftedQuery } from '../../../evaluate/index.ts';
import { GenerationError, type KnowledgeBase } from '../../../index.ts';
import { plural } from '../terminal/layout.ts';
import { paint } from '../terminal/paint.ts';
import { withProgressBar } from '../terminal/progress.ts';
import { checkNewFile, writeNewFile } from '../terminal/write-file.ts';
import { printJson, printLines, printNotes, withStoredKnowledgeBase } from '../session.ts';
import type { EvalFlags } from './eval-flags.ts';

type Synthesis = Awaited<ReturnType<KnowledgeBase['synthesize']>>;

/** Writes a query set that the configured model drafts; what was drafted before Ctrl-C or an error is written too. */
export async function synthesizeQueries(file: string, options: EvalFlags): Promise<void> {
  await checkNewFile(file, options); // before the model is paid
  await withStoredKnowledgeBase(options, async (kb, signal) => {
    const { collection } = options;
    const drafts: DraftedQuery[] = [];
    const write = async () => {
      const model = String(kb.config.llm.model);
      if (drafts.length > 0) await writeNewFile(file, formatDrafts(drafts, { collection, model }), options);
    };
    const synthesis = await synthesizeWithProgress(kb, { options, drafts, signal }).catch(async (error) => {
      await write();
      if (drafts.length > 0) printNotes([`Wrote ${file} with ${plural(drafts.length, 'draft')}.`]);
      throw error;
    });
    await write();
    report(file, synthesis, options);
  });
}

/** Puts each draft into `drafts` as it comes. */
function synthesizeWithProgress(
  kb: KnowledgeBase,
  { options, drafts, signal }: { options: EvalFlags; drafts: DraftedQuery[]; signal: AbortSignal },
): Promise<Synthesis> {
  const { collection, count, seed, where: filter } = options;
  return withProgressBar((bar) =>
    kb.synthesize({
      collection,
      count,
      seed,
      filter,
      signal,
      onProgress: ({ done, total, draft }) => {
        if (draft !== undefined) drafts.push(draft);
        bar.update(done / total, `drafts ${done}/${total}`);
      },
    }),
  );
}

function report(file: string, synthesis: Synthesis, { json = false }: EvalFlags): void {
  const { drafts, dropped, usage, warnings, model } = synthesis;
  if (drafts.length === 0) {
    throw new GenerationError(`${model} gave no draft that could be kept (${describeDropped(dropped)})`, {
      hint: 'Choose a more able model, or documents with more running text.',
      context: { model, dropped },
    });
  }
  if (json) return printJson(synthesis);
  printNotes(warnings.map((warning) => `${paint.yellow('Warning:')} ${warning}`));
  printLines([
    `Wrote ${file} with ${plural(drafts.length, 'draft')} of queries by ${model}.`,
    `Dropped: ${describeDropped(dropped)}. Tokens: ${usage.inputTokens} read, ${usage.outputTokens} written.`,
    'Check each draft: delete what nobody would ask, and correct the answers; then grade what else is found:',
    `  pincite eval ${file} --label`,
  ]);
}

const describeDropped = ({ quoteNotFound, duplicate, empty, malformed }: Synthesis['dropped']) =>
  `${quoteNotFound} whose quote is not in the passage, ${duplicate} repeated, ${empty} empty, ${malformed} malformed`;
