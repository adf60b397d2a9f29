import { cutStart } from './layout.ts';
import { paint } from './paint.ts';
import { forTerminal, harmlessLine } from './terminal-text.ts';

const barWidth = 24;
const redrawEveryMs = 80;
/** Where no terminal is, which keeps every line. */
const lineEveryMs = 10_000;

/** A bar on stderr while something long runs; without a terminal a line now and then. */
export interface ProgressBar {
  /**
   * `fraction` 0…1, never less than before; `undefined` where nobody knows how much there is, and the label stands alone. The `name` of
   * what is under way loses its beginning where there is no room for the whole.
   */
  update(fraction: number | undefined, label: string, name?: string): void;
  stop(): void;
}

/** The line of stderr that changes in place. */
export const drawLine = (line: string, stream: NodeJS.WriteStream) =>
  stream.write(`\r\x1b[2K${forTerminal(line, harmlessLine)}`);
export const clearLine = (stream: NodeJS.WriteStream) => stream.write('\r\x1b[2K');

export function createProgressBar(
  stream: NodeJS.WriteStream = process.stderr,
  everyMs = stream.isTTY ? redrawEveryMs : lineEveryMs,
): ProgressBar {
  const shown = stream.isTTY === true;
  const started = performance.now();
  let drawnAt = shown ? -Infinity : started;
  let furthest: number | undefined;
  return {
    update(fraction, label, name) {
      const now = performance.now();
      furthest = fraction === undefined ? furthest : Math.max(furthest ?? 0, Math.min(1, fraction));
      if (now - drawnAt < everyMs) return;
      drawnAt = now;
      const elapsedMs = now - started;
      if (!shown) {
        stream.write(`${forTerminal(shareOf(furthest, elapsedMs) + label, harmlessLine)}\n`);
        return;
      }
      const line = formatBar({ fraction: furthest, label, name, elapsedMs, columns: stream.columns ?? 80 });
      drawLine(line, stream);
    },
    stop() {
      if (shown) clearLine(stream);
    },
  };
}

/** Runs the work with a bar, which is gone once the work has ended. */
export async function withProgressBar<Result>(work: (bar: ProgressBar) => Promise<Result>): Promise<Result> {
  const bar = createProgressBar();
  try {
    return await work(bar);
  } finally {
    bar.stop();
  }
}

interface BarState {
  readonly fraction: number | undefined;
  readonly label: string;
  readonly name?: string | undefined;
  readonly elapsedMs: number;
  readonly columns: number;
}

/** `━━━━━━────── 42 % · 12 s left · label · name`, cut to the terminal's width. */
export function formatBar({ fraction, label, name = '', elapsedMs, columns }: BarState): string {
  if (fraction === undefined)
    return fitLabel(harmlessLine(label), harmlessLine(name), Math.max(0, columns - 1));
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth);
  const bar = paint.cyan('━'.repeat(filled)) + paint.dim('─'.repeat(barWidth - filled));
  const percent = `${Math.floor(fraction * 100)}`.padStart(3);
  const left = timeLeft(fraction, elapsedMs);
  const around = ' 100 % · '.length + left.length;
  const room = columns - 1 - barWidth - around; // the last column would wrap on some terminals
  return `${bar} ${percent} %${left} · ${fitLabel(harmlessLine(label), harmlessLine(name), Math.max(0, room))}`;
}

/** `42 % · 12 s left · `; empty where there is no share. */
const shareOf = (fraction: number | undefined, elapsedMs: number): string =>
  fraction === undefined ? '' : `${Math.floor(fraction * 100)} %${timeLeft(fraction, elapsedMs)} · `;

/** By the pace so far; nothing before that says anything. */
function timeLeft(fraction: number, elapsedMs: number): string {
  const seconds = Math.ceil((elapsedMs * (1 - fraction)) / fraction / 1000);
  return fraction > 0.02 && elapsedMs > 2000 ? ` · ${formatSeconds(seconds)} left` : '';
}

/** Room that a name needs to say anything. */
const leastName = 4;

function fitLabel(label: string, name: string, room: number): string {
  const left = room - `${label} · `.length;
  if (name === '' || left < leastName) return label.slice(0, room);
  return `${label} · ${cutStart(name, left)}`;
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
