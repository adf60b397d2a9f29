/** An element of the structure tree of a tagged PDF. All elements of a page that are no headings may be one. */
export interface StructureTag {
  /** Of headings, 1…6; 0 for other elements. */
  readonly level: number;
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
