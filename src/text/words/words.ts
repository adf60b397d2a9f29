/**
 * Words of a language that bear on whether a text says what another one says. Lists separate phrases by `|`; `*` at the end of a word
 * stands for any letters. What `Intl` knows (units, scales, signs of numbers) is not here; names of months and days are, as
 * `Intl` takes long to tell them.
 */
export interface Words {
  /** Numbers in words, where they are words of their own. */
  readonly numbers?: NumberNames;
  /** Names of the months from January on, and of the days from Monday on, each in all its forms: `January/Jan February/Feb`. */
  readonly calendar?: { readonly months: string; readonly days: string };
  /** Further names of units and currencies, by the identifiers of `Intl` or a name of ours. */
  readonly units: Readonly<Record<string, string>>;
  /** Further names of powers of ten. */
  readonly scales: Readonly<Record<number, string>>;
  /** `twice`, by what it multiplies with. */
  readonly multiples: Readonly<Record<number, string>>;
  /** What may stand before or behind a number, and makes it a limit. */
  readonly bounds: Readonly<Record<'least' | 'more' | 'most' | 'less', string>>;
  /** What turns a statement into its opposite, verbs and adjectives such as `forbid` among it. */
  readonly negations: string;
  /** What takes something out: `except`. */
  readonly exceptions: string;
  /** What shows that a sentence limits the one before it: `does not apply`, `however`. */
  readonly limiting: string;
  /** `if`, `unless`. */
  readonly conditions: string;
  /** What shows that a statement is somebody's, and not the writer's: `allegedly`. */
  readonly hearsay: string;
  /** `may`, `should`, `plans to`: it may be otherwise. */
  readonly weak: string;
  /** `must`. */
  readonly strong: string;
  /** `can`: as a claim no more than what may be, as evidence no less than what is. */
  readonly able: string;
  /** Says, and asks, whether something is allowed. */
  readonly allowing: string;
  /** What makes the doer of a deed stand behind it: `by`. */
  readonly passive: string;
  /** Whether the order of words tells who does it to whom; elsewhere endings do. */
  readonly orderTellsRoles: boolean;
  /** Verbs that say of both what they say of one: `meet`. */
  readonly mutual: string;
  /** What joins clauses: `and`, `who`. */
  readonly joins: string;
  /** What a sentence begins with that is about what was said before it: `this`, `such`, `otherwise`. */
  readonly pointing: string;
  /** What stands before a noun that something is of or for, and before one that says where, when or how: `for drivers`, `in winter`. */
  readonly prepositions: readonly [of: string, others: string];
  /** What those who wrote a document call themselves: `we`. */
  readonly firstPerson: string;
  /** `now`. */
  readonly present: string;
  /** Headings over a list of the works that a document cites. */
  readonly works: string;
  /** Words with a capital that name nothing: `Section`, `Mr`. */
  readonly nameless: string;
  readonly amending: AmendingWords;
  readonly asking: AskingWords;
  /** Words for a time before another one, after it, and within it, of which one excludes the others. */
  readonly order: readonly [before: string, after: string, within: string];
  /** Alternatives of which one excludes the others. */
  readonly exclusive: readonly (readonly string[])[];
  /** Such as tell two things apart that are called the same: `gross` and `net`. Without what they stand beside they say little. */
  readonly opposed: readonly (readonly string[])[];
}

type Quality =
  | 'weight'
  | 'height'
  | 'length'
  | 'age'
  | 'price'
  | 'pay'
  | 'speed'
  | 'people'
  | 'keeper'
  | 'place';

/**
 * How a language asks. Phrases are set apart by `|` and count as whole words, of scripts without spaces as they stand. Of several in
 * a question the first decides what is asked for; of those that begin at the same place the longest.
 */
interface AskingWords {
  readonly person: string;
  readonly date: string;
  readonly place: string;
  readonly number: string;
  /** What is measured or counted, so that a number answers who asks which one it is: `rate`. */
  readonly measures: string;
  /** How a question asks for what a table has under a name of its own: `how heavy`, and what that is called there: `Weight`. */
  readonly heads: Readonly<Record<Quality, readonly [asked: string, names: string]>>;
  /** What asks how much, what is paid or earned, and what says that it is nothing. */
  readonly prices: readonly [amounts: string, words: string, none: string];
  /** Asks how often something happens. */
  readonly frequency: string;
  /** Asks how many there are, so that no share answers. */
  readonly count: string;
  readonly reason: string;
  /** Asks how something is done or came about. */
  readonly manner: string;
  /** Opens a question that is answered by yes or no. */
  readonly yesNo: string;
  /** Asks what something is. */
  readonly meaning: string;
  /** Asks what something means or is made of, which no number says; `…` stands for what is asked about. */
  readonly contents: string;
  /** Asks for something else. */
  readonly other: string;
  /**
   * Asks which of several it is; what documents are called: those that are made between some, and others; and whom or what each of many
   * documents is about: `product`.
   */
  readonly documents: readonly [selecting: string, agreements: string, others: string, subjects: string];
  /** Words of a reason that is given. */
  readonly because: string;
  /** What stands between a thing and what is said of it, `is`, or what it means: `means`. */
  readonly defining: readonly [being: string, meaning: string];
  /** Words that say how often: `weekly`, `every`; those that need a unit of time behind them stand in `each`. */
  readonly often: string;
  readonly each: string;
  /** What begins a part of a sentence that tells when something is so: `once`. */
  readonly moments: string;
  /** Number words, as far as they are often met where a count is given. */
  readonly numerals: string;
  /**
   * What asks for a figure that is calculated from others where a text does not say it, what says it in a text, and what says it in a
   * sentence alone. Of a total the third shows that a figure for each is asked for.
   */
  readonly derived: Readonly<
    Record<'change' | 'average' | 'share' | 'total', readonly [asked: string, said: string, further?: string]>
  >;
  /** Asks for what has happened: `did`. */
  readonly past: string;
  /** Calls whom a report is of, with nothing between: `the company`. */
  readonly reporting: string;
  /** Says what is to happen, or may: `will`, `expects`. */
  readonly planned: string;
  /** Says of a post or a state that it has ended. */
  readonly former: string;
  /**
   * Begins a question within a sentence, which leaves open what it asks: `clear whether`. None where that stands behind what is asked. Then
   * whatever begins one, and what it then is not found with: `regardless of whether`, `whether … or …`.
   */
  readonly indirect: readonly [known: string, any: string, apart: string];
  /** What says that somebody wants to know something, and the verbs of that: `The aim is to assess …`. */
  readonly aims: readonly [aim: string, inquiring: string];
  /** Further words that connect and are no evidence. */
  readonly connecting: string;
}

/** How one text says that it changes another. Scripts without spaces count clauses by characters of their own, which are not here. */
interface AmendingWords {
  /** What stands before the number of a clause: `section`. */
  readonly clauses: string;
  /** What stands before a number within a clause: `Abs.` in `§ 7 Abs. 2`. */
  readonly paragraphs: string;
  /** What is done to a text: `replaced`; the name of what does it: `addendum`. */
  readonly changes: string;
  /** What a document does that takes the place of another one, or changes it as a whole. */
  readonly replaces: string;
  /** They hold a word of change and say that a text was changed some time: `as amended`. */
  readonly mentions: string;
  /** Before a clause that is named and not changed: `pursuant to`. */
  readonly apart: string;
  /** What of a clause is changed: `the sum`. */
  readonly wording: string;
  /** Anywhere beside a word of change that is only wanted, asked for, told or refused: `proposes`. */
  readonly proposed: string;
  /** Before a clause that something goes before: `notwithstanding`. */
  readonly despite: string;
}

export interface NumberNames {
  /** 2 to 19. */
  readonly small: string;
  /** 20, 30 … as far as they are regular. */
  readonly tens: string;
  /** What means 1 before a scale or a unit. */
  readonly one: string;
  /** What means 1 before a scale alone: `a hundred`. */
  readonly article?: string;
  /** From 1 on. */
  readonly ordinals: string;
  /** `twenty` and `five`, as `twenty-five`. */
  readonly join: (ten: string, digit: string) => string;
  /** What stands for 1 in a joined word. */
  readonly joinedOne: string;
}
