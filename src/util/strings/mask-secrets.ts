/**
 * The one masking of what may be printed, logged or thrown: URLs in every form that is accepted, headers, `name=secret`,
 * and values that are known to be secret. Where a text can be read in two ways, more is masked rather than less.
 */
export const mask = '••••';

/** A parameter, header or key whose value is nobody's business. */
const secretName = /pass|pwd|secret|token|key|auth|credential|cookie|sig/i;
const secretWord = String.raw`[\w.-]*(?:pass(?:word|wd)?|pwd|secret|token|api[-_]?key|authorization|cookie)`;

/**
 * A URL without password, key or token. User names of PostgreSQL stay. What precedes the last `@` is taken for user and
 * password, as a password may hold any sign.
 */
export function maskUrl(url: string): string {
  const [, scheme = '', rest = url] = /^([a-z][\w+.-]*:(?:\/\/)?)(.*)$/is.exec(url) ?? [];
  if (/^sqlite:/i.test(scheme)) return url; // a path
  const at = rest.lastIndexOf('@');
  const shown = at < 0 ? rest : `${maskUser(rest.slice(0, at), scheme)}@${rest.slice(at + 1)}`;
  return scheme + shown.replaceAll(/([?&#;])([^=&#;]*)=[^&#;]*/g, maskParameter);
}

function maskUser(user: string, scheme: string): string {
  const colon = user.indexOf(':');
  if (/^postgres/i.test(scheme) && colon >= 0) return `${user.slice(0, colon)}:${mask}`;
  if (/^postgres/i.test(scheme) && !/[/?#@]/.test(user)) return user;
  return colon === 0 ? `:${mask}` : mask; // elsewhere the user may be the key
}

const maskParameter = (whole: string, sign: string, name: string) =>
  secretName.test(decoded(name)) ? `${sign}${name}=${mask}` : whole;

/** The last four characters tell keys apart; of a short key not even those. */
export const maskKey = (key: string) => `${mask}${key.length < 16 ? '' : key.slice(-4)}`;

/** Words for people or logs, in which known secrets, and what looks like one, are masked. */
export function maskText(text: string, secrets: readonly (string | undefined)[] = []): string {
  let masked = text;
  for (const written of secrets.flatMap(writings)) masked = masked.replaceAll(written, mask);
  return masked
    .replaceAll(/(?<![\w+.-])[a-z][\w+.-]*:\/\/[^\s"'<>`]+/gi, maskUrl)
    .replaceAll(/\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi, `$1 ${mask}`)
    .replaceAll(headers, `$1${mask}`)
    .replaceAll(assignments, `$1${mask}`);
}

/** `api-key: …`, also in JSON. */
const headers = new RegExp(
  String.raw`((?<![\w.-])(?:authorization|proxy-authorization|cookie|set-cookie|(?:x-)?(?:goog-)?api-key)["']?:\s*["']?(?:(?:Bearer|Basic)\s+)?)[^\s"',}]+`,
  'gi',
);
/** `password=…`, `"apiKey":"…"`. */
const assignments = new RegExp(
  String.raw`((?<![\w.-])${secretWord}(?:["']?=\s*["']?|["']:\s*["']))[^\s"'&,;}]+`,
  'gi',
);

/** Shorter ones are found in ordinary words. */
const shortestKnown = 4;

/** As it may be repeated: as it is, in a URL, in JSON. */
function writings(secret: string | undefined): string[] {
  if (secret === undefined || secret.length < shortestKnown) return [];
  const plain = decoded(secret);
  const forms = [
    secret,
    plain,
    encodeURIComponent(plain),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const deepest = 6;

/**
 * The same error with its secrets masked in its message, stack, causes and facts. It stays the object that it is; of the data
 * that hang on it, which may be the caller's, it gets masked copies.
 */
export function maskError<Thrown>(error: Thrown, secrets: readonly (string | undefined)[] = []): Thrown {
  return maskValue(error, { secrets, seen: new Set(), depth: 0 }) as Thrown;
}

interface Walk {
  readonly secrets: readonly (string | undefined)[];
  readonly seen: Set<object>;
  readonly depth: number;
}

/** By these a document is found: they stay as they are. */
const isPlace = (name: string) => /^(document|chunk|collection)$/.test(name);
const isSecretField = (name: string) => /^(password|api-?key|authorization)$/i.test(name);

function maskValue(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return maskText(value, walk.secrets);
  if (typeof value !== 'object' || value === null || walk.depth > deepest || walk.seen.has(value))
    return value;
  const inner = { ...walk, depth: walk.depth + 1 };
  if (value instanceof Error) return maskInPlace(value, inner);
  if (Array.isArray(value)) return value.map((one) => maskValue(one, inner));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value; // sockets, signals and such
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskField(name, one, inner)]));
}

function maskField(name: string, value: unknown, walk: Walk): unknown {
  if (isPlace(name)) return value;
  return isSecretField(name) && typeof value === 'string' ? mask : maskValue(value, walk);
}

function maskInPlace(error: Error, walk: Walk): Error {
  walk.seen.add(error);
  for (const name of Object.getOwnPropertyNames(error)) {
    const property = Object.getOwnPropertyDescriptor(error, name)!;
    if (!('value' in property) || !property.configurable) continue; // not to run what is behind a getter
    Object.defineProperty(error, name, { ...property, value: maskField(name, property.value, walk) });
  }
  return error;
}
