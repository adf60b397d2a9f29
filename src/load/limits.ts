import { LimitExceededError } from '../errors.ts';
import type { LoadRequest } from './loader.ts';

/** @throws LimitExceededError when a document passes one of its limits. @param met what was met of it. */
export function checkLimit(
  { name, limits }: Pick<LoadRequest, 'name' | 'limits'>,
  limit: 'maxBytes' | 'maxChars',
  met: number,
): void {
  const most = limits[limit];
  if (met <= most) return;
  const unit = limit === 'maxBytes' ? 'bytes' : 'characters';
  throw new LimitExceededError(`${name} has ${met} ${unit}; the limit is ${most}.`, {
    hint: `Raise the limit on ${unit} if you want to read it.`,
    context: { document: name, limit, [limit]: most, met },
  });
}
