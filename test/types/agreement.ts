/** Tells types apart that assignability takes for alike, such as those of which one has an optional key more. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Without `readonly`, which schemas do not say; interfaces and intersections as what they hold. */
type Plain<T> = T extends (...given: never[]) => unknown
  ? T
  : T extends object
    ? { -readonly [Key in keyof T]: Plain<T[Key]> }
    : T;

type Alike<A, B> = Same<A, B> extends true ? true : Same<Plain<A>, Plain<B>>;

/** The keys of a written type and of what a schema takes or gives that differ; `never` where none does. */
export type Differing<Written, OfSchema> =
  Alike<Written, OfSchema> extends true
    ? never
    : {
        [Key in keyof Written | keyof OfSchema]-?: Key extends keyof Written & keyof OfSchema
          ? Alike<Pick<Written, Key>, Pick<OfSchema, Key>> extends true
            ? never
            : Key
          : Key;
      }[keyof Written | keyof OfSchema];

/** Does not compile where there is a key; the error names it. */
export type None<Keys extends never> = Keys;

// @ts-expect-error the second has a key more
export type More = None<Differing<{ a?: string }, { a?: string; b?: number }>>;
// @ts-expect-error the first takes more
export type Wider = None<Differing<{ a: { b: string } }, { a: { b: 'x' } }>>;
// @ts-expect-error the first may be left out
export type Optional = None<Differing<{ a?: string }, { a: string }>>;
export type OnlyReadonly = None<Differing<{ readonly a?: readonly string[] }, { a?: string[] | undefined }>>;
