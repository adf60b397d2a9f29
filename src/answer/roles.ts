import { analyse } from '../text/analyser.ts';

/** `Brannoch Valley Water Authority`, `the tenant`: one who does something, or to whom it is done. */
const party =
  String.raw`(?:(?:[Tt]he )?\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*)*|` +
  String.raw`(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Oo]ur|[Ii]ts) \p{Ll}[\p{L}-]*)`;
const auxiliaries =
  '(?: (?:is|are|was|were|be|been|has|have|had|will|would|shall|must|may|can|could|should|does|do|did|not|also|then|' +
  String.raw`\p{Ll}+ly|\p{Ll}+ to))*`;
/** `The tenant shall pay the landlord`, `Heron was bought by Aster`, `Heron lends money to Aster`. */
const deedPattern = new RegExp(
  String.raw`(?<left>${party})${auxiliaries} (?<verb>\p{Ll}{2,})(?:(?: [\p{L}\p{N}]+){0,3}? (?<link>by|to|from))? (?<right>${party})`,
  'gu',
);
/** What the one does to the other, the other does to the one. */
const mutual = new Set(
  analyse(
    'meet meets met marry marries married border borders bordered equal equals equalled match matches resemble resembles touch touches',
  ),
);

interface Deed {
  /** What is done, and `to` or `from` whom. */
  readonly kind: string;
  readonly doer: readonly string[];
  readonly other: readonly string[];
}

/**
 * Whether a claim has those change places of whom the evidence says that one does something to the other: "the landlord pays
 * the tenant" for "the tenant pays the landlord" or "the landlord is paid by the tenant". Sees parties that stand beside the verb
 * and are names, or have an article; none of which the evidence also says what the claim does.
 */
export function areRolesSwapped(claim: string, evidence: string, language?: string): boolean {
  const written = deedsOf(evidence, language);
  return deedsOf(claim, language).some(({ kind, doer, other }) => {
    const alike = written.filter((deed) => deed.kind === kind);
    const says = alike.some((deed) => meet(deed.doer, doer) && meet(deed.other, other));
    return !says && alike.some((deed) => meet(deed.doer, other) && meet(deed.other, doer));
  });
}

function deedsOf(text: string, language?: string): Deed[] {
  return Array.from(text.matchAll(deedPattern), ({ groups = {} }) => {
    const { left = '', verb = '', link, right = '' } = groups;
    const [a, b] = [analyse(left, language), analyse(right, language)];
    const [term = verb] = analyse(verb, language);
    return link === 'by'
      ? { kind: term, doer: b, other: a }
      : { kind: `${term} ${link ?? ''}`.trim(), doer: a, other: b };
  }).filter(({ kind }) => !mutual.has(kind));
}

const meet = (one: readonly string[], other: readonly string[]) => one.some((term) => other.includes(term));
