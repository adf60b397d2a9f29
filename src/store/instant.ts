const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 date (`2024-05-31`, midnight UTC) or instant with its time zone
 * (`2024-05-31T09:30:00+02:00`); `undefined` for every other string, which then compares as text.
 */
export function isoInstant(text: string): number | undefined {
  if (!isoDate.test(text)) return undefined;
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  // Date.parse rolls 31 February over to March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}
