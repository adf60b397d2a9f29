/**
 * A value with every lone surrogate in its texts replaced by U+FFFD, which is one UTF-16 code unit too: offsets hold.
 * What has none is given back as it is.
 */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return wellFormedText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | unknown[] | undefined;
  for (const key of Object.keys(value)) {
    const part: unknown = Reflect.get(value, key);
    if (typeof part === 'number') continue;
    const whole = wellFormed(part);
    if (whole === part) continue;
    changed ??= Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
    Reflect.set(changed, key, whole);
  }
  return (changed ?? value) as T;
}

function wellFormedText(text: string): string {
  return lone.test(text) ? text.replaceAll(everyLone, '\uFFFD') : text;
}

const lone = /\p{Surrogate}/u;
const everyLone = /\p{Surrogate}/gu;
