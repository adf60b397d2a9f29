import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../index.ts';

const pages = (count: number, text: (page: number) => string) =>
  Array.from({ length: count }, (_, page) => `# Section ${page}\n\n${text(page)}`).join('\n\n');
const filler =
  'The board reviewed the report of the committee and noted that the work goes on as was planned before. '.repeat(
    12,
  );

let kb: KnowledgeBase;

beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', chunking: { chunkSize: 128, overlap: 0 } });
  await kb.addDocuments([
    {
      source: `${pages(12, () => `Halden makes pumps. ${filler}`)}\n\n# Office\n\nThe headquarters are in Bergen since 2011. ${filler}`,
      sourceType: 'text',
      uri: 'one.md',
    },
    {
      source: `${pages(12, () => `Quorra sells lamps. ${filler}`)}\n\n# Partners\n\nWe buy pumps of Halden, and had revenue of 5 million euros in 2022. ${filler}`,
      sourceType: 'text',
      uri: 'two.md',
    },
  ]);
});

afterAll(() => kb.close());

describe('what a question asks about', () => {
  it('finds the place in a document that is about the name, though the passage does not repeat it', async () => {
    const answer = await kb.ask('Where are the headquarters of Halden?');
    expect(answer.citations[0]?.quote).toContain('Bergen');
  });

  it.each([
    'Where are the headquarters of Quorra?',
    'Where are the headquarters of Zellmar?',
    'What was the revenue of Zellmar in 2022?',
    'What revenue did Quorra have in 2031?',
  ])('declines “%s”, which no document answers', async (question) => {
    expect((await kb.ask(question)).answered).toBe(false);
  });
});

describe('a question that names whose document it means', () => {
  it.each([false, true])(
    'quotes no letterhead that alone has the name, versions kept: %s',
    async (keepVersions) => {
      const letters = await openKnowledgeBase({ store: 'sqlite::memory:', ingest: { keepVersions } });
      await letters.addDocuments([
        {
          source:
            'Ostmark Housing\nPO Box 12\nHull\n\nMs R. Bell\nFlat 4, Trinity House\nHull\n\nDear Ms Bell\n\nWORKS ON YOUR BUILDING\n\n' +
            'The scaffolding goes up on 8 September and will stay for about eleven weeks. Please keep your windows shut.\n\nYours sincerely\nG. Nwosu',
          sourceType: 'text',
          uri: 'letter.txt',
        },
        { source: `# Minutes\n\n${filler}`, sourceType: 'text', uri: 'minutes.md' },
      ]);
      const { citations, answered } = await letters.ask(
        'How long will the scaffolding at Trinity House stay?',
      );
      await letters.close();
      expect(answered).toBe(true);
      expect(citations[0]!.quote).toContain('eleven weeks');
    },
  );
});

describe('a question that says in small letters which document it means', () => {
  it('is answered by the item, not by the subject of the mail that has its words', async () => {
    const mails = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await mails.addDocuments([
      {
        source:
          'From: Lena Hart\nTo: Tom Brandt\nSubject: Data team offsite in September\n\nHi Tom,\n\nwe have seen two places.\n\n' +
          '1) Food: three vegetarians, Yusuf has a nut allergy.\n2) Dates: the week before clashes with the audit.\n\nLena',
        sourceType: 'text',
        uri: 'mail.txt',
      },
      { source: `# Minutes\n\n${filler}`, sourceType: 'text', uri: 'minutes.md' },
    ]);
    const { citations } = await mails.ask('Who at the data team offsite has a nut allergy?');
    await mails.close();
    expect(citations[0]!.quote).toContain('Yusuf');
  });
});

describe('a question about one of several agreements that are called the same', () => {
  const firms = ['Acme Cleaning', 'Borealis Freight', 'Cobalt Catering', 'Dunmore Security'];
  const days = ['thirty', 'sixty', 'ninety', 'twenty'];
  const laws = ['Ireland', 'Scotland', 'Denmark', 'Norway']; // equal chunks are merged
  let agreements: KnowledgeBase;
  beforeAll(async () => {
    agreements = await openKnowledgeBase({
      store: 'sqlite::memory:',
      chunking: { chunkSize: 128, overlap: 0 },
    });
    const texts = firms.map(
      (firm, at) =>
        `# Services Agreement\n\nThis Agreement is made on 3 May 202${at} between Northgate Housing and ${firm} Limited (“the Supplier”).\n\n` +
        `## 1. Payment\n\nThe Customer shall pay a valid invoice within ${days[at]} days of receiving it.\n\n## 2. Work\n\n${filler}\n\n` +
        `## 3. Law\n\nThis Agreement is governed by the law of ${laws[at]}.`,
    );
    await agreements.addDocuments(
      texts.map((source, at) => ({ source, sourceType: 'text' as const, uri: `agreement-${at}.md` })),
    );
  });
  afterAll(() => agreements.close());

  it.each(firms)('quotes the clause of the one with %s, which its beginning names', async (firm) => {
    const { citations } = await agreements.ask(`Which law governs the agreement with ${firm} Limited?`);
    expect(citations[0]).toMatchObject({
      quote: `This Agreement is governed by the law of ${laws[firms.indexOf(firm)]}.`,
    });
    expect(citations[0]!.documentId).toContain(`agreement-${firms.indexOf(firm)}`);
  });

  it('answers a follow-up that says another firm alone', async () => {
    const conversation = agreements.conversation();
    await conversation.ask('Which law governs the agreement with Acme Cleaning Limited?');
    const { citations } = await conversation.ask('And for Cobalt Catering?');
    expect(citations[0]!.quote).toBe('This Agreement is governed by the law of Denmark.');
  });

  it('declines what is asked of a firm that no agreement names', async () => {
    expect((await agreements.ask('Which law governs the agreement with Zellmar Paving?')).answered).toBe(
      false,
    );
  });
});

describe('a question that names a party of a document', () => {
  let lease: KnowledgeBase;
  beforeAll(async () => {
    lease = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await lease.addDocuments([
      {
        source:
          '# Lease of a unit\n\nLandlord: Pellow Estates LLP\n\nTenant: Grainhouse Bakery Limited\n\n## Break\n\nThe Tenant may end the lease on 31 January 2027.\n\n' +
          '## Rent\n\nThe rent is £28,500 a year.\n\n## Repair\n\nThe Landlord keeps the roof in good repair.',
        sourceType: 'text',
        uri: 'lease.md',
      },
      { source: `# Minutes\n\n${filler}`, sourceType: 'text', uri: 'minutes.md' },
    ]);
  });
  afterAll(() => lease.close());

  it('is answered by what the document says of it by another name', async () => {
    const { citations } = await lease.ask('When may Grainhouse Bakery end the lease?');
    expect(citations[0]!.quote).toBe('The Tenant may end the lease on 31 January 2027.');
  });

  it('is not answered by what it says of the other party', async () => {
    expect((await lease.ask('When may Pellow Estates end the lease?')).answered).toBe(false);
    expect((await lease.ask('Does Grainhouse Bakery keep the roof in good repair?')).answered).toBe(false);
  });
});

describe('a collection of documents of one kind', () => {
  const leases = [
    ['Fern Hill', 'Ireland', 'Ada Byrne', 'The tenant may keep one dog.', 6],
    ['Alder Court', 'Scotland', 'Bo Quist', 'The tenant shall not keep a dog.', 3],
    ['Dove Street', 'Ireland', 'Cy Okoro', 'Bicycles stand in the yard.', 4],
    ['Elm Row', 'Denmark', 'Di Marsh', 'A dog may be kept in the garden flat.', 5],
  ] as const;
  let collection: KnowledgeBase;
  beforeAll(async () => {
    collection = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await collection.addDocuments(
      leases.map(([house, law, tenant, use, years]) => ({
        source:
          `# Lease of ${house}\n\nThis lease is made between ${house} Limited and ${tenant}.\n\n## Term\n\nThe term is ${years} years.\n\n` +
          `## Use\n\n${use}\n\n## Law\n\nThis lease is governed by the law of ${law}.`,
        sourceType: 'text' as const,
        uri: `${house}.md`,
      })),
    );
  });
  afterAll(() => collection.close());

  it('quotes what is asked of one, though all of them have the words for it', async () => {
    const { citations } = await collection.ask('What is the term of the lease of Elm Row?');
    expect(citations[0]).toMatchObject({ quote: 'The term is 5 years.', title: 'Lease of Elm Row' });
  });

  it('knows by its beginning whose it is', async () => {
    const { citations } = await collection.ask('How long is the term of the lease to Bo Quist?');
    expect(citations[0]).toMatchObject({ quote: 'The term is 3 years.', title: 'Lease of Alder Court' });
  });

  it.each([
    ['Which leases are governed by the law of Ireland?', ['Lease of Dove Street', 'Lease of Fern Hill']],
    ['Which of the leases are governed by the law of Denmark?', ['Lease of Elm Row']],
    ['In which leases may a dog be kept?', ['Lease of Elm Row']],
  ])('“%s” is answered by the documents that say so in its words', async (question, titles) => {
    const { citations, answered, warnings } = await collection.ask(question);
    expect(answered).toBe(true);
    expect(citations.map(({ title }) => title).sort()).toEqual(titles);
    expect(warnings).toContainEqual(expect.stringContaining('may not be all'));
  });

  it('is asked as a whole where a question names none of them', async () => {
    const { answer, claims, citations, contradictions, warnings } =
      await collection.ask('How long is the term?');
    expect(answer.split('\n\n')).toContainEqual(
      expect.stringMatching(/^Lease of Elm Row: The term is 5 years\. \[\d\]$/),
    );
    expect(claims.map(({ text }) => text)).toContain('The term is 5 years.');
    expect(citations.map(({ title, quote }) => `${title}: ${quote}`).sort()).toEqual([
      'Lease of Alder Court: The term is 3 years.',
      'Lease of Dove Street: The term is 4 years.',
      'Lease of Elm Row: The term is 5 years.',
      'Lease of Fern Hill: The term is 6 years.',
    ]);
    expect(contradictions).toBeUndefined();
    expect(warnings).toContainEqual(expect.stringContaining('may not be all'));
  });

  it.each([
    'Which leases are governed by the law of Norway?',
    'Which lease has a term of nine years?',
    'Which leases allow cats?',
  ])('declines “%s”, which none says', async (question) => {
    expect((await collection.ask(question)).answered).toBe(false);
  });
});
