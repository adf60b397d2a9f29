/**
 * A section of the configuration as it is written: whatever is left out has its default. `Groups` are settings that are sections
 * themselves; `Written` are those that are written otherwise than they are in force, by name.
 */
export type Settings<
  Section,
  Groups extends keyof Section = never,
  Written extends { readonly [Name in keyof Section]?: unknown } = Record<never, never>,
> = Partial<Omit<Section, Groups | keyof Written>> & {
  readonly [Group in Groups]?: Partial<Section[Group]>;
} & { readonly [Name in keyof Pick<Section, keyof Section & keyof Written>]?: Written[Name] };
