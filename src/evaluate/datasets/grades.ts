import type { YAMLMap } from 'yaml';
import { ConfigError } from '../../errors.ts';

/** A grade that a person gave. */
export interface GivenGrade {
  /** Position of the query in the file, from 0. */
  readonly index: number;
  readonly key: 'relevantDocuments' | 'relevantChunks';
  readonly id: string;
  /** 0 irrelevant, 1 somewhat, 2 highly relevant. */
  readonly grade: 0 | 1 | 2;
}

/**
 * The text of a query set with grades written in; comments and everything else stay as they are. A list of ids becomes
 * ids with grades first.
 * @throws ConfigError when the text is not YAML.
 */
export async function writeGrades(text: string, grades: readonly GivenGrade[]): Promise<string> {
  const { isSeq, parseDocument } = await import('yaml');
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) throw new ConfigError(`The query set is not YAML: ${error.message}`);
  for (const { index, key, id, grade } of grades) {
    const path = ['queries', index, key];
    const given: unknown = document.getIn(path, true);
    if (isSeq(given)) {
      const ids = given.toJSON() as string[];
      document.setIn(path, document.createNode(Object.fromEntries(ids.map((one) => [one, 1]))));
    }
    if (document.getIn(path) === undefined) document.setIn(path, document.createNode({}) as YAMLMap);
    document.setIn([...path, id], grade);
  }
  return document.toString({ lineWidth: 0 });
}
