import { analyse } from '../text/analyser.ts';

/** `Brannoch Valley Water Authority`, `the tenant`: one who does something, or to whom it is done. */
const party =
  String.raw`(?:(?:[Tt]he )?\p{Lu}[\p{L}\p{N}&'’-]*(?: \p{Lu}[\p{L}\p{N}&'’-]*)*|` +
  String.raw`(?:[Tt]he|[Aa]n?|[Ee]ach|[Ee]very|[Oo]ur|[Ii]ts) \p{Ll}[\p{L}-]*)`;
const auxiliaries =
  '(?: to)?(?: (?:is|are|was|were|be|been|has|have|had|will|would|shall|must|may|can|could|should|does|do|did|not|also|then|' +
  String.raw`\p{Ll}+ly|\p{Ll}+ to))*`;
/** `The tenant shall pay the landlord`, `Heron was bought by Aster`, `Heron lends money to Aster`. */
const deedPattern = new RegExp(
  String.raw`(?<left>${party})${auxiliaries} (?<verb>\p{Ll}{2,})(?:(?: [\p{L}\p{N}]+){0,3}? (?<link>by|to|from))? (?<right>${party})`,
  'gu',
);
/** What the one does to the other, the other does to the one. */
const mutual = new Set(
  analyse(
    'meet meets met marry marries married border borders bordered equal equals equalled match matches resemble resembles touch touches join joins joined ' +
      'adjoin adjoins adjoined face faces faced overlap overlaps overlapped',
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
  return areSwapped(deedsOf(claim, language), deedsOf(evidence, language), meet);
}

const asksWho = /^\W*whom?\b/i;
/** `Whom did Mr Tully visit`, as `Mr Tully visit Who`. */
const asksWhom = new RegExp(String.raw`^\W*[Ww]hom? (?:did|does|do) (${party}) (\p{Ll}{2,})`, 'u');

/**
 * Whether a text says the other way round what a question asks with `who`: "Mr Tully visited Ms Devane" where it is asked
 * who visited Mr Tully.
 */
export function areAskedRolesSwapped(question: string, text: string, language?: string): boolean {
  if (!asksWho.test(question)) return false;
  const asked = deedsOf(question.replace(asksWhom, '$1 $2 Who'), language);
  return areSwapped(asked, deedsOf(text, language), meetAsked);
}

/** As `meet`, where `who` is anyone. */
const meetAsked = (one: readonly string[], wanted: readonly string[]) =>
  wanted.includes('who') || meet(one, wanted);

function areSwapped(wanted: readonly Deed[], written: readonly Deed[], fits: typeof meet): boolean {
  return wanted.some(({ kind, doer, other }) => {
    const alike = written.filter((deed) => deed.kind === kind);
    const says = alike.some((deed) => fits(deed.doer, doer) && fits(deed.other, other));
    return !says && alike.some((deed) => fits(deed.doer, other) && fits(deed.other, doer));
  });
}

function deedsOf(text: string, language?: string): Deed[] {
  return Array.from(text.matchAll(deedPattern), ({ groups = {} }) => {
    const { left = '', verb = '', link, right = '' } = groups;
    const [a, b] = [analyse(left, language), analyse(right, language)];
    const [term = ''] = analyse(verb, language);
    return link === 'by'
      ? { kind: term, doer: b, other: a }
      : { kind: term && `${term} ${link ?? ''}`.trim(), doer: a, other: b };
  }).filter(({ kind }) => kind !== '' && !mutual.has(kind)); // `is` is no deed
}

const meet = (one: readonly string[], other: readonly string[]) => one.some((term) => other.includes(term));
