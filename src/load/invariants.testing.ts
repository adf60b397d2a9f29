import { expect } from 'vitest';
import type { LoadedDocument } from '../types.ts';
import { problemsOfDocument } from './document-problems.testing.ts';

/** What every loader promises about blocks, sections, pages, tables and links; fails the running test otherwise. */
export function checkInvariants(document: LoadedDocument): void {
  expect(problemsOfDocument(document)).toEqual([]);
}
