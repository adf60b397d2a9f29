/** `we have no data`, `it is not yet decided`, `no price has been set`. */
const unknown =
  /\b(?:(?:have|has|had|is|are|was|were|there|with) no (?:data|figures?|information|record|records|evidence|answer)\b|(?:is|are|was|were) (?:not|never) (?:yet )?(?:known|decided|determined|measured|tested|recorded|reported|disclosed|studied|set)\b|(?:is|are|was|were|remains?) (?:unknown|undecided|undisclosed|unclear)\b|(?:cannot|can not|do not|does not|did not) (?:yet )?(?:say|know|tell)\b)/iu;

/** Whether a text says that something is not known: no answer to how much, how many or when. */
export function isToldUnknown(text: string): boolean {
  return unknown.test(text);
}
