import type { FullDocument } from '../../../index.ts';
import { shorten, wrap } from '../terminal/layout.ts';
import { paint } from '../terminal/paint.ts';

interface Facts {
  readonly title: string;
  /** By name; those without a value are left out. */
  readonly facts: readonly (readonly [string, string | undefined])[];
  readonly sections: FullDocument['sections'];
}

/** What is known of a document, and its outline. */
export function describeFacts({ title, facts, sections }: Facts): string[] {
  const outline = sections.map(({ heading, level }) => `${'  '.repeat(level)}${shorten(heading, 90)}`);
  return [
    ...wrap(title).map(paint.bold),
    ...facts.filter(([, value]) => value).map(([name, value]) => `  ${paint.dim(name.padEnd(11))} ${value}`),
    ...(outline.length > 0 ? ['', paint.bold('Sections'), ...outline] : []),
  ];
}
