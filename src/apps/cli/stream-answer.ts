import type { AnswerEvent, ChatEvent, KnowledgeBase } from '../../index.ts';
import { describing } from './describing.ts';
import { paint } from './paint.ts';
import { jsonOf, printJsonLine, printLines, printWords, type SessionOptions } from './session.ts';
import type { WaitNotice } from './wait-notice.ts';

/** Whether an answer is printed as it comes: where a person waits for a language model, unless it is said. */
export function isStreamed(
  kb: KnowledgeBase,
  { stream, json }: { readonly stream?: boolean; readonly json?: boolean },
): boolean {
  return stream ?? (process.stdout.isTTY && !json && kb.config.answer.model !== 'extractive');
}

/** The words as they come, then notes and sources; the notice is there until the first word. */
export async function printStreamed(
  events: AsyncIterable<AnswerEvent | ChatEvent>,
  notice: WaitNotice,
): Promise<void> {
  for await (const event of events) {
    if (event.kind === 'question') notice.clear();
    else if (event.kind === 'text' || event.kind === 'restart' || event.kind === 'done') notice.stop();
    if (event.kind === 'text') printWords(event.text);
    if (event.kind === 'restart') printLines(['', paint.yellow('This does not hold. Instead:')]);
    if (event.kind === 'question') printRewritten(event);
    if (event.kind === 'done') {
      const { describeNotes, describeSources } = await describing();
      printLines(['', ...describeNotes(event.answer), ...describeSources(event.answer)]);
    }
  }
}

/** Every event as a line of JSON. */
export async function printEvents(
  events: AsyncIterable<AnswerEvent | ChatEvent>,
  options: SessionOptions,
): Promise<void> {
  for await (const event of events)
    printJsonLine(await jsonOf(event, options, ({ toLeanEvent }) => toLeanEvent));
}

function printRewritten({ question, rewrittenBy }: Extract<ChatEvent, { kind: 'question' }>): void {
  if (rewrittenBy !== 'nobody') printLines([paint.dim(`Asked as: ${question}`)]);
}
