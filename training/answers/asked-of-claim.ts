/** What claims of findings say that something does. */
const findingVerbs =
  'accelerate act activate affect allow alter antagonize bind block cause carry contribute control correlate decrease delay depend destabilize develop direct drive elicit enable encode encourage enhance exacerbate express facilitate form function generate improve impair impede increase induce influence inhibit initiate interact involve lack lead limit localize lower maintain mediate modulate occur phosphorylate play possess prevent produce promote protect raise recognize remain reduce regulate repress require respond result show slow stabilize stimulate suppress target trigger undergo worsen'.split(
    ' ',
  );
const thirdPerson = new Map(
  findingVerbs.map((verb) => [
    verb.replace(/(?<![aeo])y$/, 'ie').replace(/o$/, 'oe') + (/(?:ss|sh|ch)$/.test(verb) ? 'es' : 's'),
    verb,
  ]),
);
const auxiliaries = new Set('is are was were can could may might will'.split(' '));
const beginsClause = /^(?:that|which|who|whose|when|where|if|whether|until)$/;
const beginsWithPlace = /^(?:In|During|Among|After|When)$/;
const perfects = new Set(['has', 'have', 'had']);

/**
 * A claim as a question for yes or no: `Rapamycin delays aging` asks `Does rapamycin delay aging?`; undefined where the rule does not tell its verb.
 * @param isPlainWord Whether a word is written in small letters elsewhere.
 */
export function askedOfClaim(claim: string, isPlainWord: (word: string) => boolean): string | undefined {
  const words = claim.replace(/[.]\s*$/, '').split(/\s+/);
  const [first = ''] = words;
  if (beginsWithPlace.test(first)) return undefined;
  if (/^(?:An?|The)$/.test(first) || isPlainWord(first.toLowerCase()))
    words[0] = first[0]!.toLowerCase() + first.slice(1);
  for (const [at, word] of words.entries()) {
    if (beginsClause.test(word)) return undefined;
    if (at === 0) continue;
    const [before, behind] = [words.slice(0, at), words.slice(at + 1)];
    const ask = (verb: string, rest: readonly string[]): string => `${[verb, ...before, ...rest].join(' ')}?`;
    if (auxiliaries.has(word) || (perfects.has(word) && /(?:ed|been)$/.test(behind[0] ?? '')))
      return ask(word[0]!.toUpperCase() + word.slice(1), behind);
    const isOf = /^(?:of|in)$/.test(behind[0] ?? '') && /^(?:in|de)crease|^change/.test(word);
    if (isOf) continue;
    const verb = thirdPerson.get(word);
    if (verb !== undefined) return ask('Does', [verb, ...behind]);
    if (perfects.has(word)) return ask({ has: 'Does', have: 'Do', had: 'Did' }[word]!, ['have', ...behind]);
    if (findingVerbs.includes(word) && /[^s]s\)?$/.test(words[at - 1]!)) return ask('Do', [word, ...behind]);
  }
  return undefined;
}
