import { StoreError } from '../../../errors.ts';

/** For what is not as it was written. The engine notices damage of its own structures only. */
export function damaged(what: string, context: Record<string, unknown> = {}, cause?: unknown): StoreError {
  return new StoreError(`${what} is damaged.`, {
    hint: 'Restore a backup, or add the document again; `check` lists all that is damaged.',
    context: { ...context, engineCode: 'SQLITE_CORRUPT' },
    cause,
  });
}
