import { type Run, textOfRuns } from '../../write/superscript.ts';
import type { XmlAttributes } from './scan-xml.ts';

/** Gathers what a cell says from its runs: their text, raised numbers in raised digits, without the reading aids of Japanese. */
export class CellText {
  readonly #runs: Run[] = [];
  #isRaised = false;
  #isText = false;
  #isPhonetic = false;

  open(name: string, attributes: XmlAttributes): void {
    if (name === 't' || name === 'v') this.#isText = true;
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'vertAlign') this.#isRaised = attributes('val') === 'superscript';
  }

  add(text: string): void {
    if (this.#isText && !this.#isPhonetic) this.#runs.push({ text, isRaised: this.#isRaised });
  }

  close(name: string): void {
    if (name === 't' || name === 'v') this.#isText = false;
    else if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 'r') this.#isRaised = false;
  }

  /** What was gathered since the last call. */
  take(): string {
    return textOfRuns(this.#runs.splice(0));
  }
}
