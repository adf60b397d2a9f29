import type { Chunk, Document } from '../../types.ts';
import type { ChunkFieldName, DocumentFieldName } from './fields.ts';
import type { MatchingTime } from './matching-time.ts';

/**
 * The one filter language (Chroma's and Mongo's well-known form), parsed once and translated by each store:
 *
 *     Filter, WhereDocument, RegionFilter     what a caller writes
 *       parse-filter.ts, parse-constraint.ts  to FilterNode and ChunkConstraint, or a FilterError with the place of the mistake
 *         match-filter.ts                     what it means, over one record: every store must agree
 *         <store>/compile-filter.ts           the same as SQL, or as Qdrant's filter
 *
 * fields.ts has the names of fields, instant.ts dates, like-pattern.ts and regex.ts patterns of texts, region.ts places on a page, and
 * matching-time.ts the time that patterns may take.
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

/**
 * What is asked of a field; all that is given must hold. Of a list, one element must do. Values of another type never match. A `Date`
 * stands for its instant in ISO 8601.
 */
export interface FieldCondition<Value = FilterValue | Date, Part = FilterValue, Pattern = string> {
  /** Equal. */
  readonly $eq?: Value;
  /** Not equal; also where the field is absent. */
  readonly $ne?: Value;
  /** Greater. Strings that are ISO 8601 dates compare as dates; `now`, `now-1y`, `last_90_days` are dates seen from now, in UTC. */
  readonly $gt?: Value;
  /** Greater or equal; see `$gt`. */
  readonly $gte?: Value;
  /** Less; see `$gt`. */
  readonly $lt?: Value;
  /** Less or equal; see `$gt`. */
  readonly $lte?: Value;
  /** Equal to one of these: at most 5,000 in all lists of a filter. */
  readonly $in?: readonly Value[];
  /** Equal to none of these; also where the field is absent. */
  readonly $nin?: readonly Value[];
  /** Has this as a part of its text, or as an element of its list. Upper and lower case differ. */
  readonly $contains?: Part;
  /** Is, as a whole, of this pattern: `%` stands for any characters, `_` for one, a backslash before them for themselves. */
  readonly $like?: Pattern;
  /** Is there (true), or absent (false). */
  readonly $exists?: boolean;
  /** Does not match this; also where the field is absent. */
  readonly $not?: Value | FieldCondition<Value, Part, Pattern>;
}

/** Any text, beside the names that an editor suggests. */
type AnyText = string & Record<never, never>;

/** A value, which means `$eq`, or a condition of it: dates and patterns are asked of texts. */
type Asked<Value> = [Value] extends [string]
  ? OrCondition<string extends Value ? Value | Date : Value | AnyText, string, string>
  : OrCondition<Value, Value, never>;
type OrCondition<Value, Part, Pattern> = Value | FieldCondition<Value, Part, Pattern>;
type ElementOf<Value> = Value extends readonly (infer Element)[] ? Element : Value;
type Fields = Pick<Document, DocumentFieldName> & Pick<Chunk, ChunkFieldName>;
type FieldConditions = {
  readonly [Name in keyof Fields]?: Asked<ElementOf<NonNullable<Fields[Name]>>>;
};

/** What a filter may hold beside your own fields; see `Filter`. */
export interface BuiltInConditions extends FieldConditions {
  /** All of these match; one at least is given. */
  readonly $and?: readonly Filter[];
  /** One of these matches; one at least is given. */
  readonly $or?: readonly Filter[];
}

/** A filter of which all must hold. */
export interface Conditions extends BuiltInConditions {
  /** Your own fields, by the keys of `metadata`. */
  readonly [field: string]: FilterValue | Date | FieldCondition | readonly Filter[] | undefined;
}

/** The same with what must not match. */
export interface Negation extends BuiltInConditions {
  /** This does not match. */
  readonly $not: Filter;
}

/**
 * Conditions on fields of documents, of chunks and of metadata, all of which must hold: `{ format: 'pdf', year: { $gte: 2024 } }`.
 * A bare value means `$eq`. A metadata key that has the name of a built-in field is written `metadata.<key>`. At most 1,000 conditions
 * and 32 levels. See docs/filters.md.
 */
export type Filter = Conditions | Negation;

/** Conditions on the text of a chunk, as it is written: upper and lower case differ. Of several texts, all must hold. */
export interface WhereDocument {
  /** Has this text. */
  readonly $contains?: string | readonly string[];
  /** Has not this text. */
  readonly $notContains?: string | readonly string[];
  /** A part of it matches this regular expression, in the syntax of RE2; see docs/filters.md. */
  readonly $regex?: string | readonly string[];
}
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
  /** Position in the file, from 1. */
  readonly page: number;
  /** The left edge. */
  readonly x0: number;
  /** The upper edge. */
  readonly y0: number;
  /** The right edge, greater than `x0`. */
  readonly x1: number;
  /** The lower edge, greater than `y0`. */
  readonly y1: number;
}

/** Bands are a third of the page high, sides half of it wide; `center` is the middle half of both. */
export type RegionName =
  | 'top-left'
  | 'top'
  | 'top-right'
  | 'left'
  | 'center'
  | 'right'
  | 'bottom-left'
  | 'bottom'
  | 'bottom-right';

/** A part of a page by its name. */
export interface NamedRegion {
  /** Position in the file, from 1. */
  readonly page: number;
  /** Which part of the page. */
  readonly name: RegionName;
}

/** What lies near a text or a picture. */
export interface Near {
  /** A text of the document, or of the description of a picture; or any picture. */
  readonly near: string | { readonly picture: true };
  /** Position in the file, from 1; all pages unless given. */
  readonly page?: number;
  /** Points between the rectangles, at most, ≥ 0. */
  readonly within: number;
}

/** What lies near a text or a picture, as it is asked for. */
export interface NearRegion extends Omit<Near, 'within'> {
  /**
   * Points between the rectangles, at most, ≥ 0.
   * @default 72
   */
  readonly within?: number;
}

/** Where on a page: in a rectangle, in a part of the page that has a name, or near a text or a picture. */
export type RegionFilter = Region | NamedRegion | NearRegion;

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
