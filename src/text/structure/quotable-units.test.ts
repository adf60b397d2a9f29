import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeIn, mayHoldHeading, splitUnits } from './quotable-units.ts';

const passage = `# Manual

The probe is small. It weighs
1.6 kg with batteries.

Care and cleaning

- Wipe the window.
- Change the blade
  every spring.
1. Turn it on.

| Part | Price |
|------|------:|
| Blade | 12 € |

\`\`\`sh
> wipe
\`\`\`
`;

/** With what stands between `«` and `»` as its listing. */
const withListing = (source: string) => {
  const [before = '', listing = '', behind = ''] = source.split(/[«»]/);
  const code = [{ start: before.length, end: before.length + listing.length }];
  return splitUnits(before + listing + behind, { code }).map(({ kind, text, context }) => [
    kind,
    text,
    context.join(' > '),
  ]);
};

const textsOf = (source: string) => splitUnits(source).map(({ text }) => text);
const kinds = (text: string) => splitUnits(text).map(({ kind }) => kind);

describe('splitUnits', () => {
  it('gives whole sentences, list items with marker, table rows and lines of code', () => {
    const units = splitUnits(passage).map(({ kind, text }) => [kind, text]);
    expect(units).toEqual([
      ['heading', '# Manual'],
      ['sentence', 'The probe is small.'],
      ['sentence', 'It weighs\n1.6 kg with batteries.'],
      ['heading', 'Care and cleaning'],
      ['listItem', '- Wipe the window.'],
      ['listItem', '- Change the blade\n  every spring.'],
      ['listItem', '1. Turn it on.'],
      ['heading', '| Part | Price |'],
      ['tableRow', '| Blade | 12 € |'],
      ['code', '> wipe'],
    ]);
  });

  it('reads listings line by line, whatever a line of them looks like elsewhere', () => {
    const listing = '# Newest first\nB---C\n\nPackage: tide\nPin-Priority: 900\n\nPRIORITIES\na | b | c';
    expect(withListing(`Pinning\n\nWrite this:\n\n«${listing}»\n\nIt is read at once.`)).toEqual([
      ['heading', 'Pinning', ''],
      ['sentence', 'Write this:', 'Pinning'],
      ...listing
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ['code', line, 'Pinning']),
      ['sentence', 'It is read at once.', 'Pinning'],
    ]);
  });

  it('takes a passage that begins in a fenced listing for what its blocks say it is', () => {
    const source = '«tide --now\n```»\n\nIt prints the height.\n\nOptions';
    expect(withListing(source).map(([kind]) => kind)).toEqual(['code', 'sentence', 'heading']);
  });

  it('tells a numbered title in capitals from the clause right below it', () => {
    const contract =
      '2. TERM\n2.1 It begins on 1 May and runs for two years.\n2.2 Either party may end it.\n\n3. LIABILITY\nThe contractor is liable for damage.';
    expect(splitUnits(contract).map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', '2. TERM'],
      ['sentence', '2.1 It begins on 1 May and runs for two years.'],
      ['sentence', '2.2 Either party may end it.'],
      ['heading', '3. LIABILITY'],
      ['sentence', 'The contractor is liable for damage.'],
    ]);
  });

  it('reads the lists and empty lines of what a mail quotes', () => {
    const mail =
      '> These are the two options:\n>\n> A) one new boiler. It costs 900\n>    euros.\n> B) two boilers.\n>\n> With B you save gas.';
    expect(splitUnits(mail).map(({ kind, text, leadIn }) => [kind, text, leadIn])).toEqual([
      ['sentence', '> These are the two options:', undefined],
      ['listItem', '> A) one new boiler. It costs 900\n>    euros.', '> These are the two options:'],
      ['listItem', '> B) two boilers.', '> These are the two options:'],
      ['sentence', '> With B you save gas.', undefined],
    ]);
  });

  it('gives settings line by line', () => {
    const yaml = 'retries: 5\nserver:\n  host: example.org\n  log:\n    level: warn\n  port: 8080\nname: x';
    const units = splitUnits(yaml);
    expect(units.map(({ text }) => text)).toEqual(yaml.split('\n').map((line) => line.trim()));
    const toml = splitUnits('[server]\nhost = "a"\nport = 80');
    expect(toml.map(({ text }) => text)).toEqual(['[server]', 'host = "a"', 'port = 80']);
  });

  it('gives the lines of a form one by one, and takes none that says something for a heading', () => {
    const form = 'Due date: 3 March\nPaid by:\n**Customer no.:** 4411';
    expect(textsOf(form)).toEqual(form.split('\n'));
    expect(kinds('Deposit: 500 EUR\n\nLaw: Ireland\n\nDEPOSIT: 20 EUR')).toEqual(Array(3).fill('sentence'));
    expect(kinds('Chapter 3: Results\n\nTable 2: Sales\n\nGeneral terms')).toEqual(Array(3).fill('heading'));
  });

  it('knows the few words with which a paragraph begins as the lead of its sentences', () => {
    const units = splitUnits(
      'Governing law. This contract is under the law of Ireland. No other law applies here.',
    );
    expect(units.map(({ runIn }) => runIn)).toEqual([undefined, 'Governing law.', 'Governing law.']);
    expect(splitUnits('He is tall. She is not.').map(({ runIn }) => runIn)).toEqual([undefined, undefined]);
  });

  it('takes the first row of a form for no header', () => {
    const dated = '| Due date | 3 March |\n| --- | --- |\n| Invoice number | 4411 |';
    expect(kinds(dated)).toEqual(['tableRow', 'tableRow']);
    expect(splitUnits(dated)[1]!.heads).toEqual([]);
    expect(kinds('| Client | Acme |\n| --- | --- |\n| Law | Ireland |\n| Fee | 20 |')[0]).toBe('tableRow');
    expect(kinds('| Item | Price |\n| --- | --- |\n| Blade | 12 |')[0]).toBe('heading');
    expect(kinds('| | |\n| --- | --- |\n| Law | Ireland |\n| Fee | 20 |')).toEqual(['tableRow', 'tableRow']);
    expect(splitUnits('Total due    1,234.00\nDeposit      500.00')[1]!.heads).toEqual([]);
  });

  it('keeps wrapped prose that has a colon together', () => {
    const prose = 'We know: the probe\nis small and weighs\nlittle.';
    expect(textsOf(prose)).toEqual([prose]);
  });

  it('takes a caption that only names its figure for a heading, and one that says more for sentences', () => {
    expect(kinds('Figure 1. Sales by region in 2024 and 2025.\n\nAbbildung 2: Umsatz.')).toEqual([
      'heading',
      'heading',
    ]);
    expect(kinds('Table 2. Sales by region in 2025.')).toEqual(['heading']);
    expect(kinds('Figure 3. Sales by region. They doubled in the north when the harbour opened.')).toEqual([
      'heading',
      'sentence',
    ]);
    for (const said of [
      'Figure 2: Sales rose by 12% in 2025.',
      'Schedule 1. The agreement is governed by the laws of Scotland.',
      'Exhibit B: Rent is due on the first of each month.',
      'Figure 2. Sales by region doubled in the north when the harbour opened to ships in the spring.',
    ]) {
      expect(kinds(said)).toEqual(['sentence']);
    }
  });

  it('takes the lines of a contents page for headings', () => {
    expect(kinds('Warranty ........ 12\nCleaning . . . . . 14')).toEqual(['heading', 'heading']);
  });

  it('keeps headings and a table header beside a row, not in it', () => {
    const row = splitUnits(passage).find(({ kind }) => kind === 'tableRow');
    expect(row?.heads).toEqual(['| Part | Price |']);
    expect(row?.context).toContain('Care and cleaning');
  });

  it('gives a row the row without values that it stands below', () => {
    const table =
      '| | 2025 |\n|---|---|\n| Earnings per share | |\n| Basic | 1.25 |\n| Shares | |\n| Basic | 218 |';
    const rows = splitUnits(table).filter(({ kind }) => kind === 'tableRow');
    expect(rows.map(({ heads }) => heads)).toEqual([
      ['| | 2025 |', '| Earnings per share | |'],
      ['| | 2025 |', '| Shares | |'],
    ]);
  });

  it('goes on below the rows without values that stand before the passage', () => {
    const [row, other] = splitUnits('| Basic | 1.25 |\n| Diluted | 1.24 |', {
      tableHeads: ['| | 2025 |', '| Earnings per share | |'],
    });
    expect(row?.heads).toEqual(['| | 2025 |', '| Earnings per share | |']);
    expect(other?.heads).toEqual(row?.heads);
  });

  it('takes a long line over a table for its title, and a sentence for none', () => {
    const title =
      'Statements of Earnings, dollars and shares in millions, except the amounts for each of the shares';
    const table = '| | 2025 |\n|---|---|\n| Revenue | 842 |';
    const rowBelow = (line: string) =>
      splitUnits(`${line}\n\n${table}`).find(({ kind }) => kind === 'tableRow');
    expect(rowBelow(title)?.context).toEqual([title]);
    expect(kinds(`${title}\n\nMore text follows.`)).toEqual(['sentence', 'sentence']);
    expect(rowBelow(`${title}.`)?.context).not.toContain(`${title}.`);
  });

  it('knows the header of a table that the passage begins in, and takes no row for it', () => {
    const [row] = splitUnits('| Costs | 3 |\n| - | - |', { tableHeads: ['| Item | 2025 |'] });
    expect(row).toMatchObject({ kind: 'tableRow', text: '| Costs | 3 |', heads: ['| Item | 2025 |'] });
    expect(splitUnits('| Costs | 3 |\n| Sales | 5 |').map(({ heads }) => heads)).toEqual([[], []]);
  });

  it('takes lines of cells set apart by spaces for rows under their first', () => {
    const units = splitUnits('2025  2024\nRevenue  84,200  79,800\nNet debt  4,000  8,520');
    expect(units.map(({ kind, text }) => [kind, text])).toEqual([
      ['tableRow', '2025  2024'],
      ['tableRow', 'Revenue  84,200  79,800'],
      ['tableRow', 'Net debt  4,000  8,520'],
    ]);
    expect(units[2]?.heads).toContain('2025  2024');
  });

  it('takes lines of a form each for itself, and keeps fields that stand beside one another together', () => {
    expect(kinds('Model       : PS-600\nTested by   : N. Sheedy')).toEqual(['listItem', 'listItem']);
    const people = 'Seller: Mona Reis     Born: 1961\nBuyer: Karl Thoma     Born: 1979';
    expect(splitUnits(people).map(({ text }) => text)).toEqual(people.split('\n'));
    expect(kinds('Revenue:   84,200   79,800\nCosts:   52,100   50,300')).toEqual(['tableRow', 'tableRow']);
  });

  it('takes rows of plain text above a rule for the head of those below it, and for no head of totals', () => {
    const units = splitUnits(
      'Item   Price   Tax\n------------------\nDoor   295   56\n-----\nTotal   295   56',
    );
    expect(units.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual([
      'Item   Price   Tax',
    ]);
    const door = units.find(({ text }) => text.startsWith('Door'));
    expect(door).toMatchObject({ kind: 'tableRow', heads: ['Item   Price   Tax'] });
    expect(kinds('Floor sanding   1,450.00\nVarnish   620.00\n-----\nTotal   2,070.00')).not.toContain(
      'heading',
    );
  });

  it('takes lines whose name dots lead to the value for rows', () => {
    expect(kinds('Trim ......  £10   £12\nFull tint ......  from £72')).toEqual(['tableRow', 'tableRow']);
  });

  it('does not take prose with two spaces for a row', () => {
    expect(kinds('It is small.  It is light.')).toEqual(['sentence', 'sentence']);
    const long =
      'The tenant keeps the  yard clear of snow, ice and leaves, and tells the landlord without delay of all that is broken in the house or about it.';
    expect(kinds(`${long} It is swept on Fridays.`)).toEqual(['sentence', 'sentence']);
  });

  it('knows the headings that it is told of', () => {
    const text = 'Who may apply?\n\nAnyone may apply.';
    expect(splitUnits(text).map(({ kind }) => kind)).toEqual(['sentence', 'sentence']);
    expect(splitUnits(text, { headings: ['Who may apply?'] }).map(({ kind }) => kind)).toEqual([
      'heading',
      'sentence',
    ]);
  });

  it('begins below a known heading where no blank line parts it from its text', () => {
    const text = '§ 5 Urlaub\nDer Arbeitnehmer hat Anspruch\nauf 30 Tage.\n§ 6 Krankheit\nEr meldet sich.';
    const units = splitUnits(text, { headings: ['§ 5 Urlaub', '§ 6 Krankheit'], language: 'de' });
    expect(units.map(({ text: said, context }) => [said, ...context])).toEqual([
      ['§ 5 Urlaub'],
      ['Der Arbeitnehmer hat Anspruch\nauf 30 Tage.', '§ 5 Urlaub'],
      ['§ 6 Krankheit', '§ 5 Urlaub'],
      ['Er meldet sich.', '§ 5 Urlaub', '§ 6 Krankheit'],
    ]);
  });

  it('takes titles for headings: in capitals, numbered above a clause, run in before its first sentence', () => {
    expect(kinds('CONFIDENTIALITY\n\nIt is kept.')).toEqual(['heading', 'sentence']);
    expect(kinds('13. Notices.\n\nThey are written.')).toEqual(['heading', 'sentence']);
    const clause = `20. Other Terms. ${'The parties agree on all that was said before. '.repeat(8)}`;
    expect(kinds(clause).slice(0, 2)).toEqual(['heading', 'sentence']);
    expect(splitUnits(clause)[1]!.context).toEqual(['20. Other Terms.']);
  });

  it('takes an item that repeats a heading, and leads to it, for a line of contents', () => {
    const units = splitUnits('- [Cleaning](#cleaning)\n- Use water.', { headings: ['Guide', 'Cleaning'] });
    expect(units.map(({ kind }) => kind)).toEqual(['heading', 'listItem']);
  });

  it('tells a numbered heading from a numbered item', () => {
    expect(kinds('7. Warranty\n\nIt is 36 months.')).toEqual(['heading', 'sentence']);
    expect(kinds('1. Bread\n\n2. Butter')).toEqual(['listItem', 'listItem']);
    expect(kinds('1. Turn it on.\n\nWait.')).toEqual(['listItem', 'sentence']);
  });

  it.each([
    ['2. Rent\nThe monthly rent is 1,250 euros. It is due on Mondays.', ['heading', 'sentence', 'sentence']],
    ['9. Application:\nThis Agreement binds the parties and their successors.', ['heading', 'sentence']],
    ['NOTICES\nA notice is given in writing.', ['heading', 'sentence']],
    [
      'DISMISSAL OF THE COOK IN MAY\nAND OTHER MATTERS OF STAFF\n\nNothing was decided.',
      ['heading', 'heading', 'sentence'],
    ],
    [
      '11.1 It has the capacity;\n11.2 It has no debts.\n11.3 It is solvent.',
      ['sentence', 'sentence', 'sentence'],
    ],
    [
      'Each party warrants that –\n4.1 it has the capacity; and\n4.2 it has no debts.',
      ['sentence', 'sentence', 'sentence'],
    ],
    ['Information that:\n\uF0B7 Is public;\n\uF0B7 Was known.', ['sentence', 'listItem', 'listItem']],
    ['(ii) It was known.\n(iii) It is public.', ['listItem', 'listItem']],
    ['1. Lift the probe out of its frame and\nPlace it on a cloth.', ['listItem']],
    ['It holds 30 litres, and it weighs\n12 kilograms when it is full.', ['sentence']],
  ])('knows the parts of plain text without blank lines: %j', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it.each([
    'The harbour office holds at the moment about\n3.5 GB of scanned letters.',
    'The address of the gate is\n192.168.1.10 on every day.',
    'Die Sitzung beginnt um\n10.30 Uhr im Rathaus.',
    'The form is sent to\nACME BOATS GMBH\nwithin 30 days.',
    '用户登录系统之后可以看到全部文件\n系统使用HTTP接口读取数据\n每次最多上传五十个文件。',
    'The repair takes approx.\n12 days from the day of the order',
    'Das Schloss wurde unter König Ludwig\nXIV. erbaut und später erweitert.',
    '30 Days after the purchase\nthe buyer loses the right that the statute gives to all.',
    'ALL GOODS ARE SOLD AS THEY ARE, WITHOUT\nANY WARRANTY OF FITNESS FOR A PURPOSE,\nAND AT THE RISK OF THE BUYER.',
  ])('keeps lines of one paragraph together: %j', (text) => {
    expect(splitUnits(text).map(({ kind }) => kind)).not.toContain('heading');
    expect(splitUnits(text).length).toBeLessThanOrEqual(2);
  });

  it.each([
    '- Berlin:\n  - 3 days of delivery\n- Munich gets its goods after 5 days',
    'The tenant shall:\n(a) sweep the yard;\n5. The landlord repairs the roof.',
  ])('puts no other item below a statement: %j', (text) => {
    expect(splitUnits(text).at(-1)?.context).toEqual([]);
  });

  it('puts the items of a list below the statement that leads in to it', () => {
    const text = '7.2 A notice is given:\n7.2.1. by hand;\n7.2.2. in writing.\n7.3 It is kept.';
    expect(splitUnits(text).map(({ context }) => context)).toEqual([
      [],
      ['7.2 A notice is given:'],
      ['7.2 A notice is given:'],
      [],
    ]);
  });

  it('keeps a term and what the item says of it together, up to 600 characters', () => {
    const what =
      'How much of the disk may be taken by copies of pages that were read before, as a share of all.';
    const rest = 'It is cleared when the program ends, unless `keep` is set.';
    const item = `- cache.share\n  ${what} The default is 5 %. ${what} ${what} ${rest}`;
    expect(textsOf(item)).toEqual([item]);
    expect(textsOf(`${item} ${what} ${what} ${what}`)).toHaveLength(8);
    expect(textsOf(`- ${item.slice(16)}`).length).toBeGreaterThan(1);
  });

  it('keeps an option and what explains it together, indented below it or as the paragraph behind it', () => {
    const manual =
      '  --keep, -k\n      Keep the input.\n      It stays as it is.\n\n  Storage=\n      Where to store. Defaults to "auto".';
    expect(textsOf(manual)).toEqual([
      '--keep, -k\n      Keep the input.\n      It stays as it is.',
      'Storage=\n      Where to store. Defaults to "auto".',
    ]);
    expect(textsOf('-k --keep\n\nKeep the input. It stays.\n\nMore of it.')).toEqual([
      '-k --keep\n\nKeep the input. It stays.',
      'More of it.',
    ]);
    expect(textsOf('-k --keep\n\n-s --small\n\nuses less')).toEqual(['-k --keep', '-s --small', 'uses less']);
  });

  it('names what stands below a term further to the right after it', () => {
    const units = splitUnits('Opening hours\n    We open at nine. On Sundays we are closed.');
    expect(units.map(({ text, runIn }) => [text, runIn])).toEqual([
      ['Opening hours\n    We open at nine.', undefined],
      ['On Sundays we are closed.', 'Opening hours'],
    ]);
  });

  it('quotes long list items by sentence, the first with the marker', () => {
    const long = 'The blade is of silicone and lasts for a year in clear water. '.repeat(8).trim();
    const units = splitUnits(`- ${long}`);
    expect(units.length).toBeGreaterThan(4);
    expect(units[0]?.text).toBe('- The blade is of silicone and lasts for a year in clear water.');
    expect(units[1]?.text).toMatch(/^The blade/);
  });

  it('gives the very text at each span, in order and without overlap, whatever the passage', () => {
    const line = fc.constantFrom(
      '# Head',
      'A word. Another one?',
      '- item',
      '| a | b |',
      '|---|---|',
      '```',
      '',
      '  x  ',
      'Title',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string()), { maxLength: 20 }), (parts) => {
        const text = parts.join('\n');
        let end = 0;
        for (const unit of splitUnits(text)) {
          expect(unit.start).toBeGreaterThanOrEqual(end);
          expect(text.slice(unit.start, unit.end)).toBe(unit.text);
          expect(unit.text.trim()).toBe(unit.text);
          end = unit.end;
        }
      }),
    );
  });
});

it('may be told headings where a line with a colon stands alone', () => {
  expect(mayHoldHeading('end of it.\n\n3.5. /quay : Ropes and rings\n\nRopes are kept dry.')).toBe(true);
  expect(mayHoldHeading('Ropes are kept dry: they rot.\nRings are of iron.')).toBe(false);
});

it('knows a paragraph of a statute or a contract by its sign as a title', () => {
  const units = splitUnits('§ 5 Urlaub\n\nDer Urlaub beträgt 28 Tage.', { language: 'de' });
  expect(units.map(({ kind }) => kind)).toEqual(['heading', 'sentence']);
});

it('gives the listings that reach into a passage, and no address or verse that is set like one', () => {
  const [before, listing, address] = ['Run it:', '$ tide revert --last', 'Water Street 12\n20457 Hamburg'];
  const text = [before, listing, address].join('\n\n');
  const blocks = [listing, address].map((block) => {
    const charStart = 100 + text.indexOf(block);
    return { kind: 'code' as const, charStart, charEnd: charStart + block.length };
  });
  const start = text.indexOf(listing);
  const found = { text, charStart: 100, charEnd: 100 + text.length };
  expect(codeIn(blocks, found)).toEqual([{ start, end: start + listing.length }]);
});
