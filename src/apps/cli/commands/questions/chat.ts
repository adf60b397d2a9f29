import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { AskOptions, ChatAnswer, Conversation, KnowledgeBase } from '../../../../index.ts';
import { wrap } from '../../terminal/layout.ts';
import { modelFlags, toAnswerConfig, type ModelFlags } from '../../options/model-flags.ts';
import { paint } from '../../terminal/paint.ts';
import {
  createCommand,
  jsonOf,
  printJsonLine,
  printLines,
  printNotes,
  withStoredKnowledgeBase,
  type Library,
} from '../../session.ts';
import { forTerminal } from '../../terminal/terminal-text.ts';
import { answerOf, isStreamed, printEvents, printStreamed } from '../../stream-answer.ts';
import { whileWaiting } from '../../terminal/wait-notice.ts';
import { queryFlags, toRetrieveOptions, type QueryFlags } from './search.ts';

interface ChatFlags extends QueryFlags, ModelFlags {}

export function chatCommand(): Command {
  const own = [...queryFlags, ...modelFlags];
  return createCommand('chat', 'ask one question after the other', own)
    .helpAfter(`
A question may point back to those before ("since when does she?"): it is first rewritten so that it stands alone, by
the language model that answers, else by adding what the question before names. Ends with exit, quit, Ctrl-D,
Ctrl-C or the end of the input; /help tells more. With --json each answer is a line.

Examples:
  pincite chat
  pincite chat --model ollama:llama3
  printf 'What was the operating profit in 2025?\\nAnd in 2024?\\n' | pincite chat --json`)
    .action(chat);
}

async function chat(options: ChatFlags, command: Command): Promise<void> {
  await withStoredKnowledgeBase(
    options,
    async (kb, signal) => {
      const conversation = kb.conversation(toRetrieveOptions(options, command));
      for await (const question of readQuestions(signal)) {
        if (!isTerminal() && !options.json) printLines([paint.bold(`> ${question}`)]); // nobody sees what was typed
        await printTurn(kb, { conversation, question }, { flagged: options, signal });
      }
      signal.throwIfAborted();
    },
    toAnswerConfig(options),
  );
}

const hint = 'Ask about your documents; /help for help, exit to end.';
const help = `A question may point back to the one before ("and in 2024?"). To end: exit, quit, Ctrl-D or Ctrl-C.`;
const endings = new Set(['exit', 'quit', '/exit', '/quit']);

/** Whether who asks reads the answers below what they type. */
const isTerminal = () => process.stdin.isTTY && process.stdout.isTTY;

/** Questions until the end, after a prompt on a terminal; `/help` is answered here. */
async function* readQuestions(signal: AbortSignal): AsyncGenerator<string, void> {
  const { stdin: input, stderr } = process;
  const isTyped = isTerminal();
  const lines = createInterface({
    input,
    output: isTyped ? stderr : undefined,
    prompt: forTerminal(paint.bold('> ')),
    signal,
  });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT')); // the terminal leaves Ctrl-C to the reader of lines
  let isOpen = true;
  lines.once('close', () => (isOpen = false)); // also by Ctrl-D during an answer, after which a prompt would read on
  const prompt = () => {
    if (isTyped && isOpen) lines.prompt();
  };
  if (isTyped) printNotes([paint.dim(hint)]);
  prompt();
  try {
    for await (const line of lines) {
      const said = line.trim();
      if (endings.has(said.toLowerCase())) return;
      if (said.toLowerCase() === '/help') printNotes(wrap(help));
      else if (said !== '') yield said;
      prompt();
    }
  } finally {
    lines.close(); // a terminal that is read keeps the program running
  }
}

interface Turn {
  readonly conversation: Conversation;
  readonly question: string;
}

async function printTurn(
  kb: KnowledgeBase,
  { conversation, question }: Turn,
  { flagged, signal }: { readonly flagged: ChatFlags; readonly signal: AbortSignal },
): Promise<void> {
  const options: AskOptions = { signal };
  if (isStreamed(kb, flagged)) {
    const events = conversation.askStream(question, options);
    if (flagged.json) return printEvents(events, flagged);
    return whileWaiting(kb, flagged, (notice) => printStreamed(events, notice));
  }
  const answer = await whileWaiting(kb, flagged, (notice) =>
    flagged.json
      ? conversation.ask(question, options)
      : answerOf<ChatAnswer>(conversation.askStream(question, options), notice),
  );
  if (flagged.json) printJsonLine(await jsonOf(answer, flagged, leanTurn));
  else printLines([...(await describeTurn(answer)), '']);
}

const leanTurn =
  ({ toLeanAnswer }: Library) =>
  (answer: ChatAnswer) =>
    toLeanAnswer(answer);

async function describeTurn(answer: ChatAnswer): Promise<string[]> {
  const { question, rewrittenBy } = answer.standalone;
  const rewritten = rewrittenBy === 'nobody' ? [] : [paint.dim(`Asked as: ${question}`)];
  const { describeAnswer } = await import('../../print/describe-answer.ts'); // `--help` need not wait for it
  return [...rewritten, ...describeAnswer(answer)];
}
