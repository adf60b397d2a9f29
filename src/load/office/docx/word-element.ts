import { withoutMarks } from './labels.ts';

/** What mammoth reads of a Word document, as far as it matters here. */
export interface WordElement {
  readonly type: string;
  readonly children?: readonly WordElement[];
  readonly value?: string;
  readonly styleId?: string | null;
  readonly styleName?: string | null;
  /** In points; none where its style has it. */
  readonly fontSize?: number | null;
  readonly alignment?: string | null;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly isUnderline?: boolean;
  readonly isAllCaps?: boolean;
  readonly isSmallCaps?: boolean;
  /** Of a cell. */
  readonly rowSpan?: number;
}

/** The parts of a paragraph's runs, each as a run, and what else it holds. */
export function piecesOf({ children = [] }: WordElement): WordElement[] {
  return children.flatMap((child) =>
    child.type === 'run' ? (child.children ?? []).map((part) => ({ ...child, children: [part] })) : [child],
  );
}

export const textOf = (element: WordElement): string => withoutMarks(rawText(element)).trim();

export const textOfAll = (elements: readonly WordElement[]): string =>
  textOf({ type: 'all', children: elements });

function rawText({ type, value, children = [] }: WordElement): string {
  if (type === 'text') return value ?? '';
  if (type === 'tab' || type === 'break') return ' ';
  return children.map(rawText).join('');
}
