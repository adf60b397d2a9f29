import { isVocabulary, loadTokenizer, type Tokenizer } from './tokens.ts';

/** Opens a tokenizer by the name of its vocabulary, or a model's own by the path of its `tokenizer.json` or of its folder. */
export async function openTokenizer(name: string): Promise<Tokenizer> {
  if (isVocabulary(name)) return loadTokenizer(name);
  const { openModelTokenizer } = await import('./model-tokenizer.ts');
  return openModelTokenizer(name);
}
