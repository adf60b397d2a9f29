import bm25 from 'wink-bm25-text-search';
import model from 'wink-eng-lite-web-model';
import winkNlp, { type ItemToken, type ItsFunction } from 'wink-nlp';
import type { OpenSystem } from '../system.ts';

const nlp = winkNlp(model);
const { its } = nlp;
/** The package's types disagree with each other here. */
const stem = its.stem as unknown as ItsFunction<string>;

function termsOf(text: string): string[] {
  const terms: string[] = [];
  nlp
    .readDoc(text)
    .tokens()
    .filter((token) => token.out(its.type) === 'word' && !token.out(its.stopWordFlag))
    .each((token: ItemToken) => terms.push((token.out(its.negationFlag) ? '!' : '') + token.out(stem)));
  return terms;
}

const open: OpenSystem = () => {
  const engine = bm25();
  engine.defineConfig({ fldWeights: { title: 1, text: 2 } });
  engine.definePrepTasks([termsOf]);
  return {
    async index(documents) {
      for (const { id, title, text } of documents) engine.addDoc({ title, text }, id);
      engine.consolidate();
    },
    async search(query, k) {
      return engine.search(query, k).map(([id]) => id);
    },
  };
};
export default open;
