import type { Configuration } from './configuration.ts';
import type { EvaluationQuery } from './datasets/dataset.ts';
import { locateExcerpt } from './locate-excerpt.ts';
import type { Span } from './metrics/spans.ts';

/** Finds the excerpts of queries, and the chunks of their documents, as a configuration stored them. */
export class ExcerptReader {
  readonly warnings = new Set<string>();
  readonly #configuration: Configuration;
  readonly #texts = new Map<string, Promise<string | undefined> | undefined>();
  readonly #chunks = new Map<string, Promise<readonly Span[]> | undefined>();

  constructor(configuration: Configuration) {
    this.#configuration = configuration;
  }

  /** The spans of the stored text that are relevant. An excerpt that is not there is left out, with a warning. */
  async excerptsOf({ relevantSpans = [] }: EvaluationQuery): Promise<Span[]> {
    const located: Span[] = [];
    for (const excerpt of relevantSpans) {
      const { documentId } = excerpt;
      if (!this.#texts.has(documentId)) {
        this.#texts.set(documentId, this.#configuration.documentText?.(documentId));
      }
      const text = this.#texts.get(documentId);
      const span = text === undefined ? excerpt : locateExcerpt(excerpt, (await text) ?? '');
      if (span !== undefined) located.push(span);
      else
        this.warnings.add(
          `Excerpts of document "${documentId}" are not in its stored text; they are left out`,
        );
    }
    return located;
  }

  /** All chunks of the documents that hold the excerpts. */
  async chunksAround(excerpts: readonly Span[]): Promise<Span[]> {
    const chunks: Span[] = [];
    for (const documentId of new Set(excerpts.map((excerpt) => excerpt.documentId))) {
      if (!this.#chunks.has(documentId)) {
        this.#chunks.set(documentId, this.#configuration.chunksOf?.(documentId));
      }
      chunks.push(...((await this.#chunks.get(documentId)) ?? []));
    }
    return chunks;
  }
}
