/** Where a list or a text goes on. A cursor says what it belongs to, so that it is not used for anything else. */
import { createHash } from 'node:crypto';
import { ConfigError } from '../index.ts';

/** @param at from 0: what was given already. @param subject what the list is of, such as the arguments of the call. */
export function writeCursor(at: number, subject: unknown): string {
  return Buffer.from(`${at}.${markOf(subject)}`).toString('base64url');
}

/** @throws ConfigError for what is no cursor, or one of something else. */
export function readCursor(cursor: string | undefined, subject: unknown): number {
  if (cursor === undefined) return 0;
  const [, at, mark] = /^(\d{1,15})\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at !== undefined && mark === markOf(subject)) return Number(at);
  throw new ConfigError(
    at === undefined
      ? 'This is no cursor'
      : 'The cursor belongs to another call, or the document has changed',
    { hint: 'Pass nextCursor as it was given, with the same other arguments; or leave cursor out.' },
  );
}

const markOf = (subject: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(subject) ?? '')
    .digest('hex')
    .slice(0, 12);
