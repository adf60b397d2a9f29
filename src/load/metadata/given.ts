type Field = string | readonly string[] | undefined;

/** Without the fields that have no value: no empty texts and lists either. */
export function given<Fields extends { readonly [Name in keyof Fields]: Field }>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const filled = Object.entries<Field>(fields).filter(([, value]) => value !== undefined && value.length > 0);
  return Object.fromEntries(filled) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}
