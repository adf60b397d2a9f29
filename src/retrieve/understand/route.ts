import { z } from 'zod';
import { CollectionNotFoundError } from '../../errors.ts';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import type { Route } from '../../types.ts';
import { compilePattern } from '../../util/strings/linear-pattern.ts';
import type { Recent } from '../../util/recent.ts';
import { withinBudget } from '../within-budget.ts';

export interface RoutingRule {
  readonly name?: string | undefined;
  readonly keywords: readonly string[];
  readonly pattern?: string | undefined;
  readonly collections: readonly string[];
}

export interface Routing {
  readonly rules: readonly RoutingRule[];
  readonly default: readonly string[];
  /** What collections hold, by name: a language model chooses among these where no rule matches. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** Longest time that it may take. */
  readonly timeBudgetMs: number;
}

export interface RouteRun {
  /** Collections that there are. */
  readonly existing: ReadonlySet<string>;
  readonly languageModel?: (() => Promise<LanguageModel>) | undefined;
  /** What the model chose before. */
  readonly routed?: Recent<Route> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Routed {
  readonly route: Route;
  readonly warnings: readonly string[];
  /** Why the model that was to choose did not; absent where it did, or none was to. */
  readonly failure?: unknown;
}

/** Patterns are tried on so much of a query. */
const mostChars = 2000;

/**
 * Chooses the collections to search: those of all rules that match; else what a language model chooses among the described
 * ones; else the default. What is not there is left out, and a model that fails is named in `warnings`.
 * @throws CollectionNotFoundError where none of the default is there either.
 */
export async function route(
  query: string,
  wanted: Routing,
  { existing, languageModel, routed, signal }: RouteRun,
): Promise<Routed> {
  const warnings: string[] = [];
  const byRules = routeByRules(query, wanted);
  const thereOf = (named: readonly string[]) => {
    const missing = named.filter((name) => !existing.has(name));
    warnings.push(...missing.map((name) => `Routing names ${name}, which is no collection.`));
    return named.filter((name) => existing.has(name));
  };
  const fromRules = thereOf(byRules?.collections ?? []);
  if (byRules && fromRules.length > 0) return { route: { ...byRules, collections: fromRules }, warnings };
  let failure: unknown;
  const described = Object.entries(wanted.descriptions).filter(([name]) => existing.has(name));
  if (languageModel !== undefined && described.length > 0) {
    try {
      const { timeBudgetMs } = wanted;
      const chosen = await chooseOnce({
        query,
        described,
        open: languageModel,
        routed,
        timeBudgetMs,
        signal,
      });
      if (chosen.collections.length > 0) return { route: chosen, warnings };
    } catch (error) {
      signal?.throwIfAborted();
      failure = error;
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push(`No model chose the collections, the default ones were searched: ${reason}`);
    }
  }
  const reason = reasonOfDefault(wanted, byRules);
  const collections = thereOf(wanted.default);
  if (collections.length === 0) throw new CollectionNotFoundError(wanted.default.join(', '), [...existing]);
  return { route: { collections, by: 'default', reason }, warnings: [...new Set(warnings)], failure };
}

function reasonOfDefault({ rules }: Routing, byRules: Route | undefined): string {
  if (byRules !== undefined) return 'no collection of the rules that match is there';
  return rules.length > 0 ? 'no rule matches' : 'nothing chose others';
}

function routeByRules(query: string, { rules }: Routing): Route | undefined {
  const start = query.slice(0, mostChars);
  const matching = rules.flatMap((rule) => {
    const match = matchOf(rule, start);
    return match === undefined ? [] : [{ rule, match }];
  });
  if (matching.length === 0) return undefined;
  return {
    collections: [...new Set(matching.flatMap(({ rule }) => rule.collections))],
    by: 'rule',
    reason: matching
      .map(({ rule, match }) => `${rule.name === undefined ? '' : `${rule.name}: `}“${match}”`)
      .join(', '),
  };
}

/** What of the query the rule is about. */
function matchOf({ keywords, pattern }: RoutingRule, query: string): string | undefined {
  const words = keywords.map((keyword) => String.raw`(?<![\p{L}\p{N}])${escape(keyword)}(?![\p{L}\p{N}])`);
  for (const source of words) {
    const match = new RegExp(source, 'iu').exec(query);
    if (match !== null) return match[0];
  }
  return pattern === undefined ? undefined : compilePattern(pattern, { ignoreCase: true }).find(query);
}

const escape = (text: string) =>
  text
    .normalize('NFC')
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`);

const choiceSchema = z.object({ collections: z.array(z.string()), reason: z.string() });

const task =
  'Collections of documents are described below. Choose those in which the query can be answered: as few as possible, all that ' +
  'are needed. Reply with JSON: {"collections":["name"],"reason":"a few words"}.';

interface Choice {
  readonly query: string;
  readonly described: readonly [string, string][];
  readonly signal?: AbortSignal | undefined;
}

interface ChoiceRun extends Choice, Pick<RouteRun, 'routed'>, Pick<Routing, 'timeBudgetMs'> {
  readonly open: () => Promise<LanguageModel>;
}

/** Asks for no query twice while the descriptions stay. */
async function chooseOnce({ open, routed, timeBudgetMs, signal, ...choice }: ChoiceRun): Promise<Route> {
  const key = JSON.stringify([choice.query, choice.described]);
  const known = routed?.get(key);
  if (known !== undefined) return known;
  const chosen = await withinBudget(
    async (inTime) => chooseByModel(await open(), { ...choice, signal: inTime }),
    { who: 'The language model', timeBudgetMs, setting: 'calls.timeoutMs', signal },
  );
  routed?.set(key, chosen);
  return chosen;
}

async function chooseByModel(model: LanguageModel, { query, described, signal }: Choice): Promise<Route> {
  const list = described.map(([name, description]) => `- ${name}: ${description}`).join('\n');
  const { object } = await model.generateObject({
    system: `${task}\n\n${fenceRule}`,
    prompt: `${list}\n\nQuery:\n${fenceUntrusted('query', query.slice(0, mostChars))}`,
    schema: choiceSchema,
    signal,
  });
  const names = new Set(described.map(([name]) => name));
  const collections = [...new Set(object.collections)].filter((name) => names.has(name));
  return { collections, by: 'model', reason: object.reason.slice(0, 200) };
}
