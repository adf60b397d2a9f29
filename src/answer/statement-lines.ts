/** The statements of annual and quarterly reports, as they are headed. */
const statements = {
  balance: /\bbalance sheets?\b|\bstatements? of financial (?:position|condition)\b/i,
  income:
    /\b(?:income|profit and loss|P ?& ?L) statements?\b|\bstatements? of (?:income|operations|earnings)\b/i,
  cash: /\bcash flow statements?\b|\bstatements? of cash flows?\b/i,
} as const;

export type Statement = keyof typeof statements;

interface StatementLine {
  readonly statement: Statement;
  /** How the names of its rows begin, or are. */
  readonly caption: RegExp;
}

const line = (statement: Statement, caption: RegExp): StatementLine => ({ statement, caption });

/** Lines that companies have to show, by the captions that are usual in the United States. */
const revenue = line('income', /^(?:total )?(?:net )?(?:operating )?(?:revenues?|sales)(?:, net)?$/i);
const costOfSales = line('income', /^(?:total )?costs? of (?:goods|products?|sales|revenues?|services)\b/i);
const grossProfit = line('income', /^gross (?:profit|margin)/i);
const operatingIncome = line(
  'income',
  /^(?:total )?operating (?:income|profit|earnings|loss|\(loss\))|^(?:income|earnings|profit|loss|\(loss\))[^|]*from operations/i,
);
const preTaxIncome = line('income', /^(?:income|earnings|profit|loss|\(loss\))\b.*\bbefore\b.*\btax/i);
const incomeTax = line(
  'income',
  /^(?:provision|benefit|\(provision\))\b.*\btax|^income tax|^effective\b.*\brate/i,
);
const netIncome = line('income', /^(?:consolidated )?net (?:income|earnings|profit|loss|\(loss\))/i);
const perShare = line('income', /^(?:basic|diluted)\b|\bper (?:common |ordinary )?share\b/i);
const administration = line('income', /^(?:marketing, |selling, )?(?:selling|general)\b.*\badministrative/i);
const research = line('income', /^research (?:and|&) development/i);
const interest = line('income', /^interest expense/i);
const depreciation = line('cash', /^depreciation\b/i);
const operatingCash = line('cash', /^(?:total |net )*cash\b.*\boperati(?:ng|ons)\b/i);
const investingCash = line('cash', /^(?:total |net )*cash\b.*\binvesting\b/i);
const financingCash = line('cash', /^(?:total |net )*cash\b.*\bfinancing\b/i);
const capitalExpenditure = line(
  'cash',
  /^(?:purchases?|acquisitions?|additions?|payments?|expenditures?)\b.*\b(?:property|equipment)\b|^property\b.*\badditions\b|^capital (?:expenditures?|spending)/i,
);
const dividends = line('cash', /^(?:cash )?dividends?\b|^payments? of (?:cash )?dividends\b/i);
const repurchases = line(
  'cash',
  /^(?:re)?purchases? of (?:common|ordinary|treasury|company)\b|^(?:common |treasury )?(?:stock|shares?) (?:re)?purchase/i,
);
const cash = line('balance', /^(?:total )?cash(?:$|,| and (?:cash|equivalents)\b)/i);
const receivables = line('balance', /^(?:accounts |trade |customer )*receivables?\b/i);
const inventories = line('balance', /^(?:merchandise )?inventor(?:y|ies)\b/i);
const property = line('balance', /^(?:net )?property\b/i);
const payables = line('balance', /^(?:accounts |trade )+payables?\b/i);
const currentAssets = line('balance', /^total current assets/i);
const currentLiabilities = line('balance', /^total current liabilities/i);
const assets = line('balance', /^total assets/i);
const liabilities = line('balance', /^total liabilities(?! and)/i);
const debt = line('balance', /^(?:total |long-term |short-term |current )+(?:debt|borrowings)/i);
const equity = line('balance', /^total\b.*\b(?:equity|deficit)$/i);
const retained = line('balance', /^(?:retained earnings|accumulated deficit)/i);

/**
 * What questions call them, and what is calculated from them. A longer name comes before those that stand in it; a base of
 * shares (`as a percentage of net sales`) is no line that is asked for.
 */
const measures: readonly (readonly [RegExp, readonly StatementLine[]])[] = [
  [/\b(?:percent(?:age)?|share|%) of (?:total |net )*(?:sales|revenues?)\b/i, []],
  [/\bquick ratio\b/i, [currentAssets, inventories, currentLiabilities]],
  [/\b(?:current ratio|working capital|liquidity)\b/i, [currentAssets, currentLiabilities]],
  [/\bdays payable outstanding\b/i, [payables, costOfSales, inventories]],
  [/\bdays sales outstanding\b/i, [receivables, revenue]],
  [/\b(?:days inventory outstanding|inventory turnover)\b/i, [inventories, costOfSales]],
  [/\bfixed[- ]asset turnover\b/i, [revenue, property]],
  [/\basset turnover\b/i, [revenue, assets]],
  [/\b(?:return on assets|ROA)\b/i, [netIncome, assets]],
  [/\b(?:return on equity|ROE)\b/i, [netIncome, equity]],
  [/\bcapital[- ]intensi(?:ve|ty)\b/i, [capitalExpenditure, revenue, property, assets]],
  [/\binterest coverage\b/i, [operatingIncome, interest]],
  [/\bfree cash ?flows?\b|\bFCF\b/i, [operatingCash, capitalExpenditure]],
  [/\boperating margins?\b/i, [operatingIncome, revenue]],
  [/\bgross (?:profit|margin)s?\b/i, [grossProfit, costOfSales, revenue]],
  [/\b(?:net )?profit margins?\b/i, [netIncome, revenue]],
  [/\beffective (?:income )?tax rates?\b/i, [incomeTax, preTaxIncome]],
  [
    /\b(?:pre-?tax (?:income|earnings|profit)|(?:income|earnings) before (?:income )?tax(?:es)?)\b/i,
    [preTaxIncome],
  ],
  [/\b(?:income tax(?:es)?|tax expense)\b/i, [incomeTax]],
  [/\bEBITDA\b/i, [operatingIncome, depreciation]],
  [/\b(?:operating (?:income|profit|earnings)|EBIT)\b/i, [operatingIncome]],
  [/\bnet (?:income|earnings|profit|loss)\b/i, [netIncome]],
  [/\b(?:earnings per share|EPS)\b/i, [perShare]],
  [/\b(?:cost of (?:goods sold|sales|revenues?|products sold)|COGS)\b/i, [costOfSales]],
  [/\bSG ?& ?A\b|\bselling, general,? and administrative\b/i, [administration]],
  [/\bR ?& ?D\b|\bresearch and development\b/i, [research]],
  [/\binterest expenses?\b/i, [interest]],
  [/\bD ?& ?A\b|\bdepreciation\b/i, [depreciation]],
  [
    /\b(?:cash ?flows? (?:from )?operati(?:ng|ons)(?: activities)?|operating cash ?flows?)\b/i,
    [operatingCash],
  ],
  [/\bcash\b[^?.,]*\binvesting(?: activities)?\b/i, [investingCash]],
  [/\bcash\b[^?.,]*\bfinancing(?: activities)?\b/i, [financingCash]],
  [/\b(?:capital (?:expenditures?|spending)|cap ?ex)\b/i, [capitalExpenditure]],
  [/\bdividends?\b/i, [dividends]],
  [/\b(?:share|stock) (?:repurchases?|buybacks?)\b/i, [repurchases]],
  [/\bPP ?(?:&|N|and) ?E\b|\b(?:property,? plant,? and equipment|fixed assets)\b/i, [property]],
  [/\bcash (?:and|&) cash equivalents\b/i, [cash]],
  [/\b(?:accounts |trade )?receivables?\b/i, [receivables]],
  [/\b(?:accounts |trade )?payables?\b/i, [payables]],
  [/\binventor(?:y|ies)\b/i, [inventories]],
  [/\btotal current assets\b/i, [currentAssets]],
  [/\b(?:total )?current liabilities\b/i, [currentLiabilities]],
  [/\btotal assets\b/i, [assets]],
  [/\btotal liabilities\b/i, [liabilities]],
  [/\b(?:long-term )?debt\b/i, [debt]],
  [/\b(?:share|stock)holders['’]? ?equity\b/i, [equity]],
  [/\bretained earnings\b/i, [retained]],
  [/\b(?:(?:total |net )*revenues?|(?:total |net )+sales|top ?line)\b/i, [revenue]],
  [/\bcash flows?\b/i, [operatingCash, investingCash, financingCash]],
];

/** A measure that a question asks for. */
export interface AskedMeasure {
  /** As the question calls it. */
  readonly words: string;
  /** All that it is called. */
  readonly name: RegExp;
  /** What it is, or is calculated from. */
  readonly lines: readonly StatementLine[];
}

/** The measures of financial statements that a question names; no word of it counts for two. */
export function askedMeasures(question: string): AskedMeasure[] {
  const asked: AskedMeasure[] = [];
  let rest = question;
  for (const [name, lines] of measures) {
    const words = name.exec(rest)?.[0];
    if (words === undefined) continue;
    rest = rest.replaceAll(words, ' _ ');
    asked.push({ words, name, lines });
  }
  return asked;
}

/** Whether headings name a statement. */
export function areOver(headings: string, statement: Statement): boolean {
  return statements[statement].test(headings);
}

export function withoutStatementNames(text: string): string {
  return Object.values(statements).reduce((rest, name) => rest.replace(name, '_'), text);
}
