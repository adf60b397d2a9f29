/** The server's interface: requests with the key, events, and pictures. */
import { signal } from '@preact/signals';
import type { Problem } from './shapes.ts';

export class ServerProblem extends Error {
  readonly status: number;
  readonly hint: string | undefined;

  constructor({ status, detail, hint }: Problem) {
    super(detail);
    this.status = status;
    this.hint = hint;
  }
}

const keyName = 'pincite.key';
/** The key that every request carries; empty where none is needed. */
export const key = signal(localStorage.getItem(keyName) ?? sessionStorage.getItem(keyName) ?? '');
/** Whether the server has asked for a key, or for another one. */
export const isKeyWanted = signal(false);

/** Ends what was asked with the key before. */
let session = new AbortController();

function begin(given: string): void {
  session.abort();
  session = new AbortController();
  key.value = given;
  answers.clear();
  for (const address of pictures.values()) revoke(address);
  pictures.clear();
}

export function signIn(given: string, isKept: boolean): void {
  (isKept ? localStorage : sessionStorage).setItem(keyName, given);
  begin(given);
}

export function signOut(): void {
  localStorage.removeItem(keyName);
  sessionStorage.removeItem(keyName);
  begin('');
  isKeyWanted.value = true;
}

/** Whether somebody has ended a request, such as by signing out. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

const noAnswer = () =>
  new ServerProblem({
    status: 0,
    detail: 'The server does not answer.',
    hint: 'See whether it is still running, and try again.',
  });

interface Call {
  readonly method?: string;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly accept?: string;
}

/** @throws ServerProblem for anything but success, also where the server does not answer. */
export async function call(
  path: string,
  { method, body, signal: stop, accept }: Call = {},
): Promise<Response> {
  const isForm = body instanceof FormData;
  const ended = stop ? AbortSignal.any([session.signal, stop]) : session.signal;
  const response = await fetch(path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key.value === '' ? {} : { Authorization: `Bearer ${key.value}` }),
      ...(body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...(accept === undefined ? {} : { Accept: accept }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: ended,
  }).catch((error: unknown) => {
    throw ended.aborted ? error : noAnswer();
  });
  if (response.ok) return response;
  if (response.status === 401 && !ended.aborted) isKeyWanted.value = true;
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem>;
  throw new ServerProblem({ detail: response.statusText, ...problem, status: response.status });
}

export async function ask<Shape>(path: string, given?: Call): Promise<Shape> {
  return (await (await call(path, given)).json()) as Shape;
}

/** What does not change while a document stays as it is: asked for once. */
const answers = new Map<string, Promise<unknown>>();
const mostAnswers = 200;

export function askOnce<Shape>(path: string): Promise<Shape> {
  const known = answers.get(path);
  if (known !== undefined) return known as Promise<Shape>;
  const asked = ask<Shape>(path);
  asked.catch(() => answers.delete(path));
  answers.set(path, asked);
  if (answers.size > mostAnswers) answers.delete(answers.keys().next().value!);
  return asked;
}

/** After a document was changed, removed or added. */
export const forgetAnswers = () => answers.clear();

export interface ServerEvent {
  readonly event: string;
  readonly data: unknown;
}

/** The server-sent events of a response, as they come. */
export async function* eventsOf(path: string, given: Call): AsyncGenerator<ServerEvent> {
  const response = await call(path, { ...given, accept: 'text/event-stream' });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read().catch((error: unknown) => {
        throw isAborted(error) ? error : noAnswer();
      });
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = /^event: ?(.*)$/m.exec(block)?.[1];
        const data = Array.from(block.matchAll(/^data: ?(.*)$/gm), ([, line]) => line).join('\n');
        if (event !== undefined && data !== '') yield { event, data: JSON.parse(data) as unknown };
      }
      if (done) return;
    }
  } finally {
    await reader.cancel(); // nobody reads on
  }
}

const pictures = new Map<string, Promise<string>>();
const mostPictures = 60;
const revoke = (address: Promise<string>) =>
  void address.then(
    (one) => URL.revokeObjectURL(one),
    () => undefined,
  );

/** An address that an `img` can load: the picture's own, or of a blob where a key has to be sent. */
export function pictureAt(path: string): Promise<string> {
  if (key.value === '') return Promise.resolve(path);
  const known = pictures.get(path);
  if (known !== undefined) return known;
  const asked = call(path)
    .then((response) => response.blob())
    .then((blob) => URL.createObjectURL(blob));
  asked.catch(() => pictures.delete(path));
  pictures.set(path, asked);
  if (pictures.size > mostPictures) {
    const [oldest, address] = pictures.entries().next().value!;
    pictures.delete(oldest);
    revoke(address);
  }
  return asked;
}

/** A collection as requests name it: not where it is the usual one, which is empty until something is added. */
export const unlessUsual = (collection: string) => (collection === 'default' ? undefined : collection);

/** `?a=1&b=2` of what there is of it. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length === 0 ? '' : `?${query}`;
}
