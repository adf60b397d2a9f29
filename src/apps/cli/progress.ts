import { cutStart } from './layout.ts';
import { paint } from './paint.ts';
import { forTerminal, harmlessLine } from './terminal-text.ts';

const barWidth = 24;
const redrawEveryMs = 80;

/** A bar on stderr while something long runs; nothing at all where no person watches. */
export interface ProgressBar {
  /** `fraction` 0…1, never less than before; the `name` of what is under way loses its beginning where there is no room for the whole. */
  update(fraction: number, label: string, name?: string): void;
  /** Prints a line that stays, above the bar. */
  log(line: string): void;
  stop(): void;
}

/** The line of stderr that changes in place. */
export const drawLine = (line: string, stream: NodeJS.WriteStream) =>
  stream.write(`\r\x1b[2K${forTerminal(line, harmlessLine)}`);
export const clearLine = (stream: NodeJS.WriteStream) => stream.write('\r\x1b[2K');

export function createProgressBar(
  stream: NodeJS.WriteStream = process.stderr,
  everyMs = redrawEveryMs,
): ProgressBar {
  const shown = stream.isTTY === true;
  const started = performance.now();
  let drawnAt = -Infinity;
  let furthest = 0;
  const clear = () => {
    if (shown) clearLine(stream);
  };
  return {
    update(fraction, label, name) {
      const now = performance.now();
      furthest = Math.max(furthest, fraction);
      if (!shown || now - drawnAt < everyMs) return;
      drawnAt = now;
      const elapsedMs = now - started;
      const line = formatBar({ fraction: furthest, label, name, elapsedMs, columns: stream.columns ?? 80 });
      drawLine(line, stream);
    },
    log(line) {
      clear();
      stream.write(`${forTerminal(line, harmlessLine)}\n`);
      drawnAt = -Infinity;
    },
    stop: clear,
  };
}

interface BarState {
  readonly fraction: number;
  readonly label: string;
  readonly name?: string | undefined;
  readonly elapsedMs: number;
  readonly columns: number;
}

/** `━━━━━━────── 42 % · 12 s left · label · name`, cut to the terminal's width. */
export function formatBar({ fraction, label, name = '', elapsedMs, columns }: BarState): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth);
  const bar = paint.cyan('━'.repeat(filled)) + paint.dim('─'.repeat(barWidth - filled));
  const percent = `${Math.floor(fraction * 100)}`.padStart(3);
  const seconds = Math.ceil((elapsedMs * (1 - fraction)) / fraction / 1000);
  const left = fraction > 0.02 && elapsedMs > 2000 ? ` · ${formatSeconds(seconds)} left` : '';
  const around = ' 100 % · '.length + left.length;
  const room = columns - 1 - barWidth - around; // the last column would wrap on some terminals
  return `${bar} ${percent} %${left} · ${fitLabel(harmlessLine(label), harmlessLine(name), Math.max(0, room))}`;
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
