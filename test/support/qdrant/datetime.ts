const form =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(Z|z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Microseconds since 1970 of a moment as Qdrant reads it: RFC 3339, or without a zone (which is UTC), seconds or time.
 */
export function parseDatetime(text: string): number | undefined {
  const found = form.exec(text);
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map((digits) => Number(digits ?? 0));
  const [fraction = '', zone = 'Z'] = found.slice(7);
  const at = Date.UTC(year!, month! - 1, day, hour, minute, second);
  const isReal = new Date(at).getUTCDate() === day && hour! < 24 && minute! < 60 && second! < 60;
  return isReal
    ? at * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6)) - offsetMinutes(zone) * 60e6
    : undefined;
}

function offsetMinutes(zone: string): number {
  if (/z/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0);
  return zone.startsWith('-') ? -minutes : minutes;
}
