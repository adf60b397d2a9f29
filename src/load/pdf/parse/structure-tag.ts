/** An element of the structure tree of a tagged PDF. All elements of a page that are no headings may be one. */
export interface StructureTag {
  /** Of headings, 1…6; 0 for other elements. */
  readonly level: number;
  /** Whether it is an item of a list, with all that stands in it: its bullet may be drawn and no text. */
  readonly isItem?: true;
}

const maxLevel = 6;

/** The level of a heading by the type of its element; `H` takes the depth of its section. */
export function levelOfType(type: string, sectionDepth: number): number {
  if (type === 'Title') return 1;
  if (type === 'H') return Math.min(maxLevel, sectionDepth + 1);
  const level = /^H(\d)$/.exec(type)?.[1];
  return level === undefined ? 0 : Math.min(maxLevel, Number(level));
}

/** The heading that a word stands in, if it is one. */
export function headingTag({ tag }: { readonly tag?: StructureTag | undefined }): StructureTag | undefined {
  return tag !== undefined && tag.level > 0 ? tag : undefined;
}

/** The heading that a row stands in: numbers that programs count are often in no element. */
export function headingTagOf(
  words: readonly { readonly tag?: StructureTag | undefined }[],
): StructureTag | undefined {
  return headingTag(words.find(({ tag }) => tag !== undefined) ?? {});
}

/** Whether a row stands in another item of a list than the row above; the first of a column or page may go on in small letters. */
export function beginsTaggedItem(
  [word]: readonly { readonly text: string; readonly tag?: StructureTag | undefined }[],
  [above]: readonly { readonly tag?: StructureTag | undefined }[] = [],
): boolean {
  if (word?.tag?.isItem !== true || word.tag === above?.tag) return false;
  return above !== undefined || !/^\p{Ll}/u.test(word.text);
}
