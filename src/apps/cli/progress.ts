import { harmless } from './layout.ts';
import { paint } from './paint.ts';

const barWidth = 24;
const redrawEveryMs = 80;

/** A bar on stderr while something long runs; nothing at all where no person watches. */
export interface ProgressBar {
  /** `fraction` 0…1. */
  update(fraction: number, label: string): void;
  /** Prints a line that stays, above the bar. */
  log(line: string): void;
  stop(): void;
}

export function createProgressBar(stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  const shown = stream.isTTY === true;
  const started = performance.now();
  let drawnAt = -Infinity;
  const clear = () => {
    if (shown) stream.write('\r\x1b[2K');
  };
  return {
    update(fraction, label) {
      const now = performance.now();
      if (!shown || now - drawnAt < redrawEveryMs) return;
      drawnAt = now;
      const line = formatBar({ fraction, label, elapsedMs: now - started, columns: stream.columns ?? 80 });
      stream.write(`\r\x1b[2K${line}`);
    },
    log(line) {
      clear();
      stream.write(`${line}\n`);
      drawnAt = -Infinity;
    },
    stop: clear,
  };
}

interface BarState {
  readonly fraction: number;
  readonly label: string;
  readonly elapsedMs: number;
  readonly columns: number;
}

/** `━━━━━━────── 42 % · 12 s left · label`, cut to the terminal's width. */
export function formatBar({ fraction, label, elapsedMs, columns }: BarState): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barWidth);
  const bar = paint.cyan('━'.repeat(filled)) + paint.dim('─'.repeat(barWidth - filled));
  const percent = `${Math.floor(fraction * 100)}`.padStart(3);
  const seconds = Math.ceil((elapsedMs * (1 - fraction)) / fraction / 1000);
  const left = fraction > 0.02 && elapsedMs > 2000 ? ` · ${formatSeconds(seconds)} left` : '';
  const around = ' 100 % · '.length + left.length;
  const room = columns - 1 - barWidth - around; // the last column would wrap on some terminals
  return `${bar} ${percent} %${left} · ${harmless(label).replaceAll(/\s/g, ' ').slice(0, Math.max(0, room))}`;
}

function formatSeconds(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
