import { writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '../errors.ts';
import { findInPackage } from '../util/files/package-folder.ts';
import { findConfigFile } from './read-config-file.ts';
import { whyUnwritable } from '../util/files/why-unwritable.ts';

const name = 'pincite.config.yaml';
const schemaName = 'dist/config.schema.json';

/** What is set most, commented out, each with its default. @param schema where the JSON Schema is. */
export const initialConfig = (schema: string): string => `# yaml-language-server: $schema=${schema}
# Each setting stands with its default: take the # away to change it. All settings are in the page of the manual on configuration.

# store: sqlite:./.pincite # or postgres://user:password@host/database, qdrant://host:6333, chroma://host:8000

# llm:
#   model: ollama:llama3 # none unless set; or openai:gpt-4o-mini; it then answers
# answer:
#   certainty: 0.8 # share of answers without a model that should be right
#   tokenBudget: 3000 # tokens that an answer may rest on

# embedding:
#   model: built-in # or openai:text-embedding-3-small, all-MiniLM-L6-v2, ./folder
# reranking:
#   model: none # or ms-marco-MiniLM-L-6-v2, cohere:rerank-v3.5, llm

# chunking:
#   method: structure
#   preset: default # or questionAnswering, summarization, tables, legal
# loading:
#   ocr: auto # or never, pictures, always
#   ocrLanguages: [eng]
# ingest:
#   keepVersions: false
#   keepOriginals: false

# retrieval:
#   topK: 20

# server:
#   host: 127.0.0.1
#   port: 7878
`;

/**
 * Writes a configuration file to start from into a folder, and gives its path.
 * @throws ConfigError where the folder has one, or it cannot be written.
 */
export async function initConfig(directory: string): Promise<string> {
  const { found, ignored } = findConfigFile(directory);
  const there = found ?? ignored;
  if (there !== undefined)
    throw new ConfigError(`${there} exists already, and was not replaced`, {
      hint: 'Change it, or remove it first.',
    });
  const file = resolve(directory, name);
  await writeFile(file, initialConfig(schemaFrom(directory)), { flag: 'wx' }).catch((cause: Error) => {
    throw new ConfigError(`${file} cannot be written: ${whyUnwritable(cause)}`, { cause });
  });
  return file;
}

/** A path where the package lies below the folder, so that others who have it there find it too. */
function schemaFrom(directory: string): string {
  const schema = findInPackage(schemaName) ?? resolve(directory, 'node_modules/pincite', schemaName);
  const below = relative(directory, schema);
  return below.startsWith('..') ? pathToFileURL(schema).href : `./${below.split(sep).join('/')}`;
}
