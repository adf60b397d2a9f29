/** A person by the parts that styles set apart, or an organisation as it is written. */
export type Name =
  | { readonly family: string; readonly given: string; readonly suffix?: string }
  | { readonly literal: string };

const organisation =
  /(?<!\p{L})(?:ltd|limited|inc|incorporated|llc|llp|plc|gmbh|corp|corporation|company|group|holdings|bank|universit\p{L}*|college|school|institut\p{L}*|center|centre|department|ministry|office|agency|authority|bureau|commission|committee|council|court|government|parliament|board|association|society|federation|foundation|trust|fund|union|organi[sz]ation|nations|national|international|world|federal|services?|systems|instruments|laborator\p{L}*|press|team)(?!\p{L})|[&\d]/iu;
const particle =
  /^(?:van|von|vom|zu|zum|zur|der|den|de|del|della|di|da|dos|das|du|des|la|le|ter|ten|bin|ibn|al|el)$/;
const suffix = /^(?:jr|sr)\.?$|^(?:II|III|IV)$/i;
const title = /^(?:Dr|Prof|Mr|Mrs|Ms)\.?\s+/;

/**
 * The creators of a document as names. `Family, Given` is a person and `{…}` an organisation for certain; the rest
 * is judged by its words: what has a word of organisations, a figure, a single word, or a word in lower case
 * is left as it is written.
 */
export function parseNames(creators: readonly string[]): Name[] {
  return creators.flatMap(splitList).map(parseName);
}

/** `Aino Vestergard, Joris Hallam`, as many files say it; `Vestergard, Aino` is one person. */
function splitList(creator: string): string[] {
  const parts = creator.split(',').map((part) => part.trim());
  const areWhole = parts.every(
    (part) => /^\p{Lu}/u.test(part) && part.includes(' ') && !organisation.test(part),
  );
  return parts.length > 1 && areWhole && !creator.includes('{') ? parts : [creator.trim()];
}

function parseName(creator: string): Name {
  const braced = /^\{(.*)\}$/s.exec(creator)?.[1];
  if (braced !== undefined) return { literal: braced };
  const literal = { literal: creator };
  if (organisation.test(creator)) return literal;
  const [family = '', given, ending] = creator.split(/\s*,\s*/);
  if (given !== undefined && /^\p{Lu}/u.test(given)) {
    return { family, given, ...(ending === undefined ? {} : { suffix: ending }) };
  }
  return given === undefined ? (fromWords(creator.replace(title, '').split(/\s+/)) ?? literal) : literal;
}

function fromWords(words: readonly string[]): Name | undefined {
  const last = words.at(-1) ?? '';
  const ending = words.length > 2 && suffix.test(last) ? { suffix: last } : {};
  const own = 'suffix' in ending ? words.slice(0, -1) : words;
  const firstParticle = own.findIndex((word, index) => index > 0 && particle.test(word));
  const at = firstParticle === -1 ? own.length - 1 : firstParticle;
  const isName = own.every((word) => /^\p{Lu}/u.test(word) || particle.test(word));
  if (at < 1 || !isName) return undefined;
  return { given: own.slice(0, at).join(' '), family: own.slice(at).join(' '), ...ending };
}
