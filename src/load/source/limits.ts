import { LimitExceededError } from '../../errors.ts';
import type { LoadRequest } from '../loader.ts';

/** Of a text: what the indexes and offsets of one document are built for. */
export const usualMaxChars = 200_000_000;

/** @throws LimitExceededError when a document passes one of its limits. @param met what was met of it. */
export function checkLimit(
  { name, limits }: Pick<LoadRequest, 'name' | 'limits'>,
  limit: 'maxBytes' | 'maxChars',
  met: number,
): void {
  const most = limits[limit] ?? usualMaxChars;
  if (met <= most) return;
  const unit = limit === 'maxBytes' ? 'bytes' : 'characters';
  throw new LimitExceededError(`${name} has ${met} ${unit}; the limit is ${most}.`, {
    hint: limit === 'maxBytes' ? 'Raise loading.maxBytes if you want to read it.' : 'Split the document.',
    context: { document: name, limit, [limit]: most, met },
  });
}
