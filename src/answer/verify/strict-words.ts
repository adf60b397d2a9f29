/**
 * Words that turn a statement round when they come, go or change: negations, directions, quantities in words,
 * modality. A fuzzy match never lets one of them differ. English, German, French and Spanish.
 */
const strictWords = new Set(
  `no not non none nobody nothing nowhere never neither nor cannot without hardly except unless only
  nicht kein keine keinen keinem keiner nie niemals nichts ohne weder noch nur außer
  ne pas aucun aucune jamais rien sans ni sauf nunca nada ningún ninguna ninguno sin tampoco solo salvo
  all any some every each both most least more less fewer few many half double twice above below over under
  up down before after until since
  increase increased increases increasing decrease decreased decreases decreasing
  rise rose rises rising fall fell falls falling gain gains gained loss losses lost
  higher lower highest lowest maximum minimum
  shall must may might can could will would should
  zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy
  eighty ninety hundred thousand million billion trillion first second third
  true false yes always`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Whether a folded token must be equal on both sides: a number, a negation, a direction, a modal verb. */
export function isStrict(token: string): boolean {
  return /\p{N}/u.test(token) || token.endsWith("n't") || strictWords.has(token);
}

const negatingPrefix = /^(?:un|in|im|il|ir|dis|non|mis|de|anti|under|over|sub|super)/;

/** Whether one word is the other with a prefix that may turn it round (legal, illegal), or with another one. */
export function differInPrefix(a: string, b: string): boolean {
  const stemA = a.replace(negatingPrefix, '');
  const stemB = b.replace(negatingPrefix, '');
  return stemA === b || stemB === a || (stemA === stemB && stemA.length > 2);
}
