import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAiServer, type OpenAiServer } from '../../../test/support/openai-server.ts';
import { openLanguageModel } from '../../models/language-model.ts';
import type { Route } from '../../types.ts';
import { Recent } from '../../util/recent.ts';
import { route, type Routing, type RoutingRule } from './route.ts';

const existing = new Set(['default', 'finance', 'contracts', 'manuals']);
const descriptions = { finance: 'invoices and reports', contracts: 'agreements', gone: 'nothing' };
const nowhere: Routing = {
  rules: [],
  default: ['default'],
  descriptions: {},
  timeBudgetMs: 5000,
};
const rule = (keywords: string[], collections: string[], more: Partial<RoutingRule> = {}): RoutingRule => ({
  keywords,
  collections,
  ...more,
});
const byRules = async (query: string, ...rules: RoutingRule[]) =>
  (await route(query, { ...nowhere, rules }, { existing })).route;

describe('route by rules', () => {
  it('takes whole words in any case, and phrases across white space', async () => {
    const invoices = rule(['invoice', 'net  revenue'], ['finance']);
    expect(await byRules('Unpaid INVOICE of May?', invoices)).toEqual({
      collections: ['finance'],
      by: 'rule',
      reason: '“INVOICE”',
    });
    expect((await byRules('what was net\nrevenue', invoices)).by).toBe('rule');
    expect((await byRules('an invoiced sum', invoices)).by).toBe('default');
  });

  it('takes accents however they are written', async () => {
    const word = 'r\u00e9sum\u00e9';
    expect((await byRules(word, rule([word.normalize('NFD')], ['finance']))).by).toBe('rule');
  });

  it('takes patterns, and says the name of the rule', async () => {
    const clause = rule([], ['contracts'], { name: 'clauses', pattern: String.raw`§\s*\d` });
    expect(await byRules('what does § 4 say', clause)).toMatchObject({ reason: 'clauses: “§ 4”' });
  });

  it('joins the collections of all rules that match, each once', async () => {
    const rules = [rule(['pump'], ['manuals', 'default']), rule(['price'], ['contracts', 'manuals'])];
    expect((await byRules('price of the pump', ...rules)).collections).toEqual([
      'manuals',
      'default',
      'contracts',
    ]);
  });

  it('leaves out of the default what is no collection, with a warning', async () => {
    const rules = [rule(['pump'], ['gone'])];
    const some = { ...nowhere, rules, default: ['manuals', 'gone'] };
    const { route: chosen, warnings } = await route('pump', some, { existing });
    expect(chosen.collections).toEqual(['manuals']);
    expect(warnings).toEqual(['Routing names gone, which is no collection.']);
    await expect(route('pump', { ...nowhere, default: ['gone', 'lost'] }, { existing })).rejects.toThrow(
      'There is no collection "gone, lost"',
    );
  });

  it('leaves out what is no collection, with a warning, and falls back to the default', async () => {
    const rules = [rule(['pump'], ['gone'])];
    const { route: chosen, warnings } = await route('pump', { ...nowhere, rules }, { existing });
    expect(chosen).toMatchObject({ collections: ['default'], by: 'default' });
    expect(chosen.reason).toBe('no collection of the rules that match is there');
    expect(warnings).toEqual([expect.stringMatching(/gone/)]);
  });

  it('takes keywords literally, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), async (keyword, query) => {
        fc.pre(keyword.trim() !== '');
        const { by } = await byRules(` ${keyword.trim()} `, rule([keyword], ['finance']));
        expect(by).toBe('rule');
        await byRules(query, rule([keyword], ['finance']));
      }),
    );
  });
});

describe('route by a model', () => {
  let server: OpenAiServer;
  beforeEach(async () => {
    server = await startOpenAiServer();
  });
  afterEach(() => server.close());

  const languageModel = () =>
    openLanguageModel({
      model: 'openai-compatible:small',
      baseUrl: server.baseUrl,
      timeoutMs: 5000,
      maxRetries: 0,
      redact: undefined,
    });
  const ask = (query: string, rules: RoutingRule[] = []) =>
    route(query, { ...nowhere, rules, descriptions }, { existing, languageModel });

  it('lets it choose among the described collections that there are', async () => {
    server.reply({
      text: JSON.stringify({ collections: ['contracts', 'manuals', 'gone'], reason: 'about terms' }),
    });
    const { route: chosen } = await ask('who may terminate?');
    expect(chosen).toEqual({ collections: ['contracts'], by: 'model', reason: 'about terms' });
    const { messages } = server.requests[0]!.body;
    expect(messages.at(-1)!.content).toMatch(/- contracts: agreements/);
    expect(messages.at(-1)!.content).not.toMatch(/gone/);
  });

  it('asks no model where a rule matches, or no described collection is there', async () => {
    await ask('invoice', [rule(['invoice'], ['finance'])]);
    await route('who?', { ...nowhere, descriptions: { gone: 'x' } }, { existing, languageModel });
    expect(server.requests).toEqual([]);
  });

  it('asks once for a query while the descriptions stay, and again where it failed', async () => {
    const routed = new Recent<Route>(10);
    const routing = { ...nowhere, descriptions };
    const askAgain = (more: Partial<Routing> = {}) =>
      route('who may terminate?', { ...routing, ...more }, { existing, languageModel, routed });
    server.reply({ status: 500 }, { text: JSON.stringify({ collections: ['contracts'], reason: 'terms' }) });
    expect((await askAgain()).route.by).toBe('default');
    expect((await askAgain()).route.by).toBe('model');
    expect((await askAgain()).route).toMatchObject({ collections: ['contracts'], by: 'model' });
    expect(server.requests).toHaveLength(2);
    await askAgain({ descriptions: { finance: 'other things' } });
    expect(server.requests).toHaveLength(3);
  });

  it('does not wait longer for it than the time budget', async () => {
    server.reply({ fault: 'hang' });
    const routing = { ...nowhere, descriptions, timeBudgetMs: 50 };
    const { route: chosen, warnings } = await route('who?', routing, { existing, languageModel });
    expect(chosen.by).toBe('default');
    expect(warnings).toEqual([expect.stringMatching(/longer than calls\.timeoutMs, 50 ms/)]);
  });

  it('searches the default where it fails or chooses nothing', async () => {
    server.reply({ status: 401 }, { text: JSON.stringify({ collections: [], reason: '' }) });
    const failed = await ask('who may terminate?');
    expect(failed).toMatchObject({ route: { collections: ['default'], by: 'default' } });
    expect(failed.warnings).toEqual([expect.stringMatching(/default ones were searched/)]);
    expect((await ask('who may terminate?')).route.by).toBe('default');
  });
});
