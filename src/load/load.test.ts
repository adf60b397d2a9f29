import { describe, expect, it } from 'vitest';
import { LimitExceededError, LoadError, UnsupportedFormatError } from '../errors.ts';
import { loadDocument } from './load.ts';

const limits = { maxBytes: 10_000, maxPages: 10, maxChars: 2000 };
const request = (content: string | Uint8Array, name: string) => ({
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  name,
  limits,
});
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as LoadError,
  );

describe('loadDocument', () => {
  it.each([
    ['text', 'words', 'a.txt'],
    ['markdown', '# Title\n\nwords', 'a.md'],
    ['html', '<!doctype html><p>words', 'a.htm'],
  ])('reads %s', async (format, content, name) => {
    expect(await loadDocument(request(content, name))).toMatchObject({ format });
  });

  it('detects the language only where the document does not tell it', async () => {
    const german = 'Die Parteien vereinbaren, dass dieser Vertrag dem Recht des Landes unterliegt.';
    expect((await loadDocument(request(german, 'a.txt'))).language).toBe('de');
    expect((await loadDocument(request(`<html lang="nl"><p>${german}`, 'a.html'))).language).toBe('nl');
    expect(await loadDocument(request('words', 'a.txt'))).not.toHaveProperty('language');
  });

  it('warns of a name that promises a PDF', async () => {
    const { format, warnings } = await loadDocument(request('words', 'a.pdf'));
    expect([format, warnings]).toEqual(['text', ['a.pdf is no PDF; it was read as text.']]);
  });

  it('names the document in every error', async () => {
    const errors = [
      await failureOf(loadDocument(request('', 'empty.txt'))),
      await failureOf(loadDocument(request('<html><script>x()</script>', 'script.html'))),
      await failureOf(loadDocument(request(new Uint8Array([0, 1, 2, 3, 4]), 'noise.txt'))),
    ];
    expect(errors.map((error) => error?.context.document)).toEqual(['empty.txt', 'script.html', 'noise.txt']);
    expect(errors[0]).toBeInstanceOf(LoadError);
    expect(errors[1]?.message).toBe('script.html has no text to read.');
    expect(errors[2]).toBeInstanceOf(UnsupportedFormatError);
  });

  it('refuses more bytes and more characters than the limits', async () => {
    const bytes = await failureOf(loadDocument(request('x'.repeat(10_001), 'a.txt')));
    expect(bytes).toBeInstanceOf(LimitExceededError);
    expect(bytes?.context).toEqual({ document: 'a.txt', limit: 'maxBytes', maxBytes: 10_000, met: 10_001 });
    const chars = await failureOf(loadDocument(request('x'.repeat(2001), 'a.txt')));
    expect(chars?.context).toEqual({ document: 'a.txt', limit: 'maxChars', maxChars: 2000, met: 2001 });
  });

  it('stops when it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    expect((await failureOf(loadDocument({ ...request('words', 'a.txt'), signal })))?.message).toBe('enough');
  });
});
