import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startNotice } from './wait-notice.ts';

let written: string[];
const terminal = (columns = 80) =>
  ({ isTTY: true, columns, write: (text: string) => written.push(text) }) as unknown as NodeJS.WriteStream;
beforeEach(() => {
  written = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('says nothing of what comes within a second', () => {
  const notice = startNotice('ollama:llama3', terminal());
  vi.advanceTimersByTime(900);
  notice.stop();
  vi.advanceTimersByTime(5000);
  expect(written).toEqual([]);
});

it('counts the seconds on one line, and takes it away', () => {
  const notice = startNotice('ollama:llama3', terminal());
  vi.advanceTimersByTime(2000);
  notice.stop();
  expect(written).toEqual([
    '\r\u001b[2KWaiting for ollama:llama3 … 1 s',
    '\r\u001b[2KWaiting for ollama:llama3 … 2 s',
    '\r\u001b[2K',
  ]);
});

it('makes room for other text, and comes again', () => {
  const notice = startNotice('m', terminal());
  vi.advanceTimersByTime(1000);
  notice.clear();
  notice.clear();
  vi.advanceTimersByTime(1000);
  expect(written.slice(1)).toEqual(['\r\u001b[2K', '\r\u001b[2KWaiting for m … 2 s']);
  notice.stop();
});

it('is never wider than the terminal, and a name does not command it', () => {
  const notice = startNotice(`a\u001b[2J\n${'b'.repeat(100)}`, terminal(40));
  vi.advanceTimersByTime(1000);
  const [line] = written;
  expect(line!.slice('\r\u001b[2K'.length)).toMatch(/^Waiting for a\[2J b+$/);
  expect(line!.slice('\r\u001b[2K'.length).length).toBeLessThan(40);
  notice.stop();
});
