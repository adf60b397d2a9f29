const ends = /[.!?:;,…。！？：；]["”’)\]]*$/u;
const word = /\p{L}[\p{L}\p{N}'’.-]*/gu;
/** Words that stay small in titles. */
const small = /^(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)$/i;
/** Fewer may be a name with a title, as below a letter: `Ada Ruiz, Chief Executive Officer`. */
const fewestWords = 6;
const mostlyCapital = 0.8;

/** Whether a text is a title rather than a statement: it does not end as a sentence does, and nearly all its words are capitalised. */
export function isTitleLine(text: string): boolean {
  if (ends.test(text.trim())) return false;
  const words = (text.match(word) ?? []).filter((each) => !small.test(each));
  const capitals = words.filter((each) => /^\p{Lu}/u.test(each)).length;
  return words.length >= fewestWords && capitals >= mostlyCapital * words.length;
}
