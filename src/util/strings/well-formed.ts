/**
 * A value with every lone surrogate in its texts, names of fields among them, replaced by U+FFFD, which is one UTF-16 code unit too: offsets hold.
 * What has none is given back as it is.
 */
export function wellFormed<T>(value: T): T {
  if (typeof value === 'string') return wellFormedText(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | unknown[] | undefined;
  for (const key of Object.keys(value)) {
    const part: unknown = Reflect.get(value, key);
    const name = Array.isArray(value) ? key : wellFormedText(key);
    if (typeof part === 'number' && name === key) continue;
    const whole = wellFormed(part);
    if (whole === part && name === key) continue;
    changed ??= Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
    if (name !== key) Reflect.deleteProperty(changed, key);
    Reflect.set(changed, name, whole);
  }
  return (changed ?? value) as T;
}

function wellFormedText(text: string): string {
  return lone.test(text) ? text.replaceAll(everyLone, '\uFFFD') : text;
}

const lone = /\p{Surrogate}/u;
const everyLone = /\p{Surrogate}/gu;
