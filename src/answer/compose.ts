import type { Citation, Claim } from '../types.ts';
import { documentKey } from '../util/document-key.ts';
import { inlineMarkers } from './cite/format.ts';

/** What stands where the markers would for a claim that its sources do not bear out. */
const notSupported = '[not supported]';
const standsAlone = /^\s*(?:[-*+•◦▪‣·–|]|\(?\d{1,3}[.)]\s)/;

/**
 * The text of an answer while it comes: claims in their order, each with its markers. Words that were streamed stay as
 * they are. Of claims that come whole, sentences of one document run on in a paragraph, list items and table rows have
 * their own lines, another document begins another paragraph.
 */
export class AnswerText {
  #text = '';
  #previous: { claim: Claim; document: string | undefined } | undefined;
  /** Whether words of the next claim are there already. */
  #isOpen = false;

  get text(): string {
    return this.#text;
  }

  write(words: string): void {
    this.#text += words;
    this.#isOpen = true;
  }

  /** Ends a claim; gives what that adds. */
  close(claim: Claim, citations: readonly Citation[]): string {
    const first = citations.find(({ sourceId }) => sourceId === claim.citations[0]);
    const document = first && documentKey(first);
    const words = this.#isOpen ? '' : this.#spaceBefore(claim, document) + claim.text;
    const added = `${words} ${claim.supported === 'no' ? notSupported : inlineMarkers(claim.citations)}`;
    this.#text += added;
    this.#previous = { claim, document };
    this.#isOpen = false;
    return added;
  }

  #spaceBefore(claim: Claim, document: string | undefined): string {
    if (this.#previous === undefined) return '';
    if (document !== this.#previous.document) return '\n\n';
    return standsAlone.test(this.#previous.claim.text) || standsAlone.test(claim.text) ? '\n' : ' ';
  }
}

/** Text with each run of white space as one space: lines of a page are not lines of an answer. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
