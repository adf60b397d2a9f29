import type { KnowledgeBase } from '../../../index.ts';
import { paint } from './paint.ts';
import { clearLine, drawLine } from './progress.ts';

/** A line on stderr that says for whom a person waits, and how long by now. */
export interface WaitNotice {
  /** Takes the line away where other text is to be printed; it comes again with the next second. */
  clear(): void;
  stop(): void;
}

/** What comes sooner needs no notice; it counts the seconds after that. */
const tickMs = 1000;

/** Runs the work, with seconds that count while a language model is slow; without them where nobody watches, or no model is asked. */
export async function whileWaiting<Result>(
  kb: KnowledgeBase,
  { json }: { readonly json?: boolean },
  work: (notice: WaitNotice) => Promise<Result>,
): Promise<Result> {
  const { model } = kb.config.answer;
  const isShown = !json && process.stderr.isTTY && model !== 'extractive';
  const notice = isShown ? startNotice(typeof model === 'string' ? model : 'the model') : silence;
  try {
    return await work(notice);
  } finally {
    notice.stop();
  }
}

const silence: WaitNotice = { clear() {}, stop() {} };

export function startNotice(name: string, stream: NodeJS.WriteStream = process.stderr): WaitNotice {
  const started = performance.now();
  let isDrawn = false;
  const clear = () => {
    if (isDrawn) clearLine(stream);
    isDrawn = false;
  };
  const draw = () => {
    const seconds = Math.round((performance.now() - started) / tickMs);
    const line = `Waiting for ${name} … ${seconds} s`.slice(0, (stream.columns ?? 80) - 1);
    drawLine(paint.dim(line), stream);
    isDrawn = true;
  };
  const timer = setInterval(draw, tickMs);
  return {
    clear,
    stop() {
      clearInterval(timer);
      clear();
    },
  };
}
