import type { Command } from 'commander';
import type { AskOptions, CitedAnswer, KnowledgeBase } from '../../../../index.ts';
import {
  answerFileFlags,
  checkAnswerFile,
  drawCitations,
  writeAnswer,
  writePictures,
  type AnswerFileFlags,
  type Pictures,
} from '../../answer-file.ts';
import { describeEmptiness } from '../../print/describe-emptiness.ts';
import { modelFlags, toAnswerConfig, type ModelFlags } from '../../options/model-flags.ts';
import {
  createCommand,
  jsonOf,
  printJson,
  printLines,
  printNotes,
  withStoredKnowledgeBase,
} from '../../session.ts';
import { answerOf, isStreamed, printEvents, printStreamed } from '../../stream-answer.ts';
import { whileWaiting } from '../../terminal/wait-notice.ts';
import { queryFlags, toRetrieveOptions, type QueryFlags } from './search.ts';

export function askCommand(): Command {
  return createCommand('ask', 'answer a question with citations to the exact place', [
    ...queryFlags,
    ...modelFlags,
    ...answerFileFlags,
  ])
    .argument('<question...>', 'the question; in quotes where the shell would take a sign of it')
    .helpAfter(`
The answer quotes the documents verbatim; each quote names its document, page, section, characters and place
on the page, and has been checked against them. When the documents do not answer, it says so. With --model, a
language model answers in its own words, and each of its claims is checked against the quotes that it rests on.

Examples:
  pincite ask "When may the supplier end the agreement?"
  pincite ask "What was net debt in 2025?" --where '{"tags": "annual-report"}' --json
  pincite ask "What was net debt in 2025?" --output answer.html
  pincite ask "What was net debt in 2025?" --format apa --snapshots pictures
  pincite ask "What changed between the two leases?" --model ollama:llama3`)
    .action(ask);
}

interface AskFlags extends QueryFlags, ModelFlags, AnswerFileFlags {}

async function ask(words: string[], flagged: AskFlags, command: Command): Promise<void> {
  const question = words.join(' ');
  const format = await checkAnswerFile(flagged);
  const work = async (kb: KnowledgeBase, signal: AbortSignal) => {
    const options: AskOptions = { ...toRetrieveOptions(flagged, command), signal };
    const isPlain = format === undefined && flagged.snapshots === undefined;
    if (isPlain && isStreamed(kb, flagged)) return stream(kb, question, { flagged, options });
    const answer = await whileWaiting(kb, flagged, (notice) =>
      flagged.json
        ? kb.ask(question, options)
        : answerOf<CitedAnswer>(kb.askStream(question, options), notice),
    );
    const isAskedFor = flagged.snapshots !== undefined;
    const drawing = { password: flagged.password, signal, isAskedFor };
    const pictures = isAskedFor || format === 'html' ? await drawCitations(kb, answer, drawing) : noPictures;
    if (format !== undefined) {
      await writeAnswer(answer, format, { ...flagged, drawn: pictures.drawn });
    } else if (flagged.json) printJson(await jsonOf(answer, flagged, ({ toLeanAnswer }) => toLeanAnswer));
    else await printPlain(kb, answer, flagged);
    await reportPictures(pictures, flagged);
  };
  await withStoredKnowledgeBase(flagged, work, toAnswerConfig(flagged));
}

async function printPlain(kb: KnowledgeBase, answer: CitedAnswer, { collection }: AskFlags): Promise<void> {
  const { describeAnswer } = await import('../../print/describe-answer.ts'); // `--help` need not wait for it
  const emptiness = answer.citations.length === 0 ? await describeEmptiness(kb, collection) : [];
  printLines([...describeAnswer(answer), ...emptiness]);
}

const noPictures: Pictures = { drawn: new Map(), notes: [] };

/** Results go to the standard output, what is said of the pictures does not. */
async function reportPictures({ drawn, notes }: Pictures, { snapshots }: AskFlags): Promise<void> {
  const written = snapshots === undefined ? [] : [await writePictures(snapshots, drawn)];
  printNotes([...notes, ...written]);
}

function stream(
  kb: KnowledgeBase,
  question: string,
  { flagged, options }: { readonly flagged: AskFlags; readonly options: AskOptions },
): Promise<void> {
  const events = kb.askStream(question, options);
  if (flagged.json) return printEvents(events, flagged);
  return whileWaiting(kb, flagged, (notice) => printStreamed(events, notice));
}
