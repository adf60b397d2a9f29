export interface Face {
  readonly font: string;
  readonly size: number;
  readonly leading: number;
  readonly colour: string;
}

/** How one kind of document looks. Lengths in points on A4. */
export interface Style {
  readonly margin: { readonly top: number; readonly bottom: number; readonly side: number };
  readonly columnGap: number;
  readonly body: Face;
  readonly narrow: Face;
  readonly headings: readonly [Face, Face, Face];
  readonly headingSpace: readonly [number, number, number];
  readonly note: Face;
  readonly caption: Face;
  readonly cell: Face;
  readonly paragraphSpace: number;
  /** First-line indent of a paragraph that follows another. */
  readonly indent: number;
  readonly accent: string;
  readonly chaptersStartPages: boolean;
  /** Indent of the text of `1.1` clauses and of `(a)` sub-clauses. */
  readonly clauseIndent: number;
}

export const page = { width: 595.28, height: 841.89 } as const;

const ink = '#1d2329';
const sea = '#0f4c5c';
const serif = (size: number, leading: number): Face => ({ font: 'Times-Roman', size, leading, colour: ink });
const sans = (size: number, leading: number, colour = ink): Face => ({
  font: 'Helvetica',
  size,
  leading,
  colour,
});
const bold = (size: number, leading: number, colour = ink): Face => ({
  font: 'Helvetica-Bold',
  size,
  leading,
  colour,
});

const report: Style = {
  margin: { top: 92, bottom: 84, side: 62 },
  columnGap: 22,
  body: serif(11, 15.5),
  narrow: serif(10.6, 14.2),
  headings: [bold(24, 30, sea), bold(14, 19, sea), bold(10.8, 15)],
  headingSpace: [0, 20, 12],
  note: serif(8.2, 10.4),
  caption: sans(8.4, 11, '#4a545c'),
  cell: sans(9, 12),
  paragraphSpace: 6,
  indent: 0,
  accent: sea,
  chaptersStartPages: true,
  clauseIndent: 16,
};

const contract: Style = {
  ...report,
  margin: { top: 96, bottom: 90, side: 78 },
  body: serif(11, 15.2),
  narrow: serif(11, 15.2),
  headings: [bold(15, 20, ink), bold(11.5, 16, ink), bold(10.5, 15, ink)],
  headingSpace: [18, 18, 10],
  accent: ink,
  chaptersStartPages: false,
  clauseIndent: 34,
};

const paper: Style = {
  ...report,
  margin: { top: 78, bottom: 74, side: 54 },
  columnGap: 20,
  body: serif(10, 13),
  narrow: serif(9.6, 12.2),
  headings: [bold(17, 22, ink), bold(10.8, 14, ink), bold(9.6, 12.6, ink)],
  headingSpace: [0, 13, 9],
  cell: sans(8, 10.6),
  caption: sans(7.8, 10, '#4a545c'),
  paragraphSpace: 0,
  indent: 11,
  accent: ink,
  chaptersStartPages: false,
  clauseIndent: 16,
};

export const styles = { report, contract, paper } as const;
