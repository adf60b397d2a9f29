import { ConfigError } from '../../index.ts';

/** A place in a listing, as text that says nothing to the caller. */
export const encodeCursor = (offset: number): string => Buffer.from(`o${offset}`).toString('base64url');

/** @throws ConfigError for what `encodeCursor` did not make. */
export function decodeCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, digits] = /^o(\d{1,12})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new ConfigError('The cursor does not belong to this list', { hint: 'Pass nextCursor as it came.' });
}
