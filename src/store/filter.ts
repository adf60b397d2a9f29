import type { MatchingTime } from './matching-time.ts';

/**
 * The one filter language (Chroma's and Mongo's well-known form), parsed once and translated by each store.
 *
 * Meaning, the same in every store:
 * - a bare value means `$eq`; several keys mean `$and`;
 * - a comparison with an array field means any of its elements; `$in` on an array means any overlap;
 * - values of different types never match; strings that are ISO 8601 dates compare as dates;
 * - `$contains` means substring on text, element on arrays;
 * - `$like` is a pattern of a whole text, or of an element: `%` any characters, `_` one, a backslash before those themselves;
 * - an absent field matches `$ne`, `$nin`, `$not` and `$exists: false` only. `$ne` is not-`$eq`, `$nin` not-`$in`.
 */
export type FilterValue = string | number | boolean;
export type ComparisonOperator = '$eq' | '$gt' | '$gte' | '$lt' | '$lte';

/** `$ne` and `$nin` parse to `not` over `$eq` and `in`. */
export type FilterNode =
  | { readonly kind: 'and'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'or'; readonly nodes: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly node: FilterNode }
  | {
      readonly kind: 'compare';
      readonly field: string;
      readonly operator: ComparisonOperator;
      readonly value: FilterValue;
    }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly FilterValue[] }
  | { readonly kind: 'contains'; readonly field: string; readonly value: FilterValue }
  | { readonly kind: 'like'; readonly field: string; readonly pattern: string }
  | { readonly kind: 'exists'; readonly field: string };

/** A part of a page: PDF points from the top left, or fractions of the page when all four are within 0…1. */
export interface Region {
  readonly page: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** What lies near a text or a picture. */
export interface Near {
  /** A text of the document, or of the description of a picture; or any picture. */
  readonly near: string | { readonly picture: true };
  /** All pages unless given. */
  readonly page?: number;
  /** Points between the rectangles, at most, ≥ 0. */
  readonly within: number;
}

/** Restrictions on the chunk itself rather than on its fields. */
export interface ChunkConstraint {
  readonly contains?: readonly string[];
  readonly notContains?: readonly string[];
  /** Sources of regular expressions in the syntax of RE2, which all match some part of the chunk's content. */
  readonly regex?: readonly string[];
  /** What matching them may take, over all searches of a request. */
  readonly matchingTime?: MatchingTime;
  readonly region?: Region;
}
