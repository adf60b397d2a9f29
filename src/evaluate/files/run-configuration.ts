import { ConfigError } from '../../errors.ts';
import type { Configuration } from '../configuration.ts';
import type { Run } from './run.ts';

/** A run of another system as a configuration. Its ids are those of documents, or of chunks where chunks are judged. */
export function configurationFromRun(name: string, run: Run): Configuration {
  return {
    name,
    settings: { run: name },
    search: async (query, { depth }) => {
      if (query.relevantPages !== undefined || query.relevantSpans !== undefined) {
        throw new ConfigError('A run file ranks documents or chunks; this dataset judges pages or excerpts');
      }
      const entries = (run.get(query.queryId) ?? []).slice(0, depth);
      return {
        hits: entries.map(({ id, score }) => ({
          documentId: id,
          chunkId: id,
          score,
          pageNumbers: [],
          charStart: 0,
          charEnd: 0,
        })),
        ms: NaN, // a run file does not say
        stages: [],
        warnings: entries.length === 0 ? ['The run has no hits for some queries; they count as 0'] : [],
      };
    },
  };
}
