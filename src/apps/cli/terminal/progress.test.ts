import { afterEach, describe, expect, it, vi } from 'vitest';
import { createProgressBar, formatBar } from './progress.ts';

describe('formatBar', () => {
  it('shows the share done, the time left and the label', () => {
    const line = formatBar({ fraction: 0.25, label: '3/12 report.pdf', elapsedMs: 10_000, columns: 80 });
    expect(line).toContain('━'.repeat(6) + '─'.repeat(18));
    expect(line).toContain(' 25 % · 30 s left · 3/12 report.pdf');
  });

  it('has the label alone where nobody knows how much there is', () => {
    const line = formatBar({
      fraction: undefined,
      label: '1,204',
      name: 'lease',
      elapsedMs: 10,
      columns: 80,
    });
    expect(line).toBe('1,204 · lease');
  });

  it('promises no time before it can know', () => {
    expect(formatBar({ fraction: 0.01, label: 'x', elapsedMs: 10, columns: 80 })).not.toContain('left');
  });

  it('stays one line whatever a file is called', () => {
    const name = 'a\u001b[2Jnew\nline.md';
    expect(formatBar({ fraction: 0.5, label: '1/2', name, elapsedMs: 10, columns: 80 })).toMatch(
      / · 1\/2 · a\[2Jnew line\.md$/,
    );
  });

  it.each([20, 40, 60, 80])('never gets wider than a terminal of %i columns', (columns) => {
    const long = 'x'.repeat(500);
    const fixed = formatBar({ fraction: 0.5, label: '', elapsedMs: 60_000, columns: 0 }).length;
    for (const texts of [{ label: long }, { label: '1/2', name: long }, { label: long, name: long }]) {
      const line = formatBar({ fraction: 0.5, ...texts, elapsedMs: 60_000, columns });
      expect(line.length).toBeLessThanOrEqual(Math.max(fixed, columns));
    }
  });

  it('keeps the end of a path, which names the file', () => {
    const name = 'archive/contracts/2019/suppliers/north/framework-agreement.pdf';
    const line = formatBar({ fraction: 0.5, label: '3/12', name, elapsedMs: 10, columns: 80 });
    expect(line).toMatch(/ · 3\/12 · ….*\/framework-agreement\.pdf$/);
    expect(line).toHaveLength(79);
  });
});

describe('createProgressBar', () => {
  afterEach(() => vi.useRealTimers());

  it('tells the time left by the pace since its beginning, and never goes back', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const stream = {
      isTTY: true,
      columns: 80,
      write: (text: string) => written.push(text),
    } as unknown as NodeJS.WriteStream;
    vi.advanceTimersByTime(600_000);
    const bar = createProgressBar(stream);
    vi.advanceTimersByTime(3000);
    bar.update(0.5, 'learning');
    expect(written.at(-1)).toContain(' 50 % · 3 s left · learning');
    vi.advanceTimersByTime(3000);
    bar.update(0.2, 'learning');
    expect(written.at(-1)).toContain(' 50 % ');
  });

  it('says a line now and then where no terminal is', () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const stream = {
      isTTY: false,
      write: (text: string) => written.push(text),
    } as unknown as NodeJS.WriteStream;
    const bar = createProgressBar(stream);
    for (let second = 0; second <= 30; second++) {
      bar.update(second / 40, '3 of 12 can be searched', 'a.pdf');
      vi.advanceTimersByTime(1000);
    }
    bar.stop();
    expect(written).toEqual([
      '25 % · 30 s left · 3 of 12 can be searched\n',
      '50 % · 20 s left · 3 of 12 can be searched\n',
      '75 % · 10 s left · 3 of 12 can be searched\n',
    ]);
  });
});
