/** Examples published for the 7th edition of the manual (apastyle.apa.org), as far as documents have their facts. */
import { describe, expect, it } from 'vitest';
import type { Document } from '../../types.ts';
import { apaStyle } from './apa.ts';
import { referencesOf } from './reference.ts';
import { sampleAnswer, sampleCitation, sampleDocument } from './sample.testing.ts';

const styleOf = (...documents: readonly Partial<Document>[]) =>
  apaStyle(
    referencesOf(
      sampleAnswer(
        documents.map((changes, index) => sampleDocument({ documentId: `d${index}`, ...changes })),
      ),
    ),
  );

const entry = (changes: Partial<Document>) => styleOf(changes).list[0];

describe('the reference list', () => {
  it('has a report by a group whose parents publish it', () => {
    const taking = {
      title: 'Taking time: Support for people with cancer',
      creators: ['National Cancer Institute'],
      dateCreated: '2018-09',
      publisher: 'U.S. Department of Health and Human Services, National Institutes of Health',
      url: 'https://www.cancer.gov/publications/patient-education/takingtime.pdf',
    };
    expect(entry(taking)).toBe(
      'National Cancer Institute. (2018). *Taking time: Support for people with cancer*. U.S. Department of Health and Human Services, National Institutes of Health. https://www.cancer.gov/publications/patient-education/takingtime.pdf',
    );
  });

  it('has a report by persons at an organisation, and a question mark for a full stop', () => {
    const money = {
      title: 'Does money grow on trees? Restoration financing in Southeast Asia',
      creators: ['Promit Baral', 'Larsen, M.', 'Matthew Archer'],
      dateCreated: '2019',
      publisher: 'Atlantic Council',
    };
    expect(entry(money)).toBe(
      'Baral, P., Larsen, M., & Archer, M. (2019). *Does money grow on trees? Restoration financing in Southeast Asia*. Atlantic Council.',
    );
    expect(entry({ title: 'What now?', publisher: 'Atlantic Council' })).toBe(
      '*What now?* (n.d.). Atlantic Council.',
    );
  });

  it('leaves the publisher out where it is the author', () => {
    const report = {
      title: 'Standards',
      creators: ['World Health Organization'],
      publisher: 'World Health Organization',
    };
    expect(entry(report)).toBe('World Health Organization. (n.d.). *Standards*.');
  });

  it('has a web page by a person on a news site, with its day', () => {
    const page: Partial<Document> = {
      format: 'html',
      title: 'Why some people with anxiety love watching horror movies',
      creators: ['Caroline Bologna'],
      dateCreated: '2019-10-31T08:00:00Z',
      publisher: 'HuffPost',
      sourcePath: 'https://www.huffpost.com/entry/anxiety-love-watching-horror-movies',
    };
    expect(entry(page)).toBe(
      'Bologna, C. (2019, October 31). *Why some people with anxiety love watching horror movies*. HuffPost. https://www.huffpost.com/entry/anxiety-love-watching-horror-movies',
    );
  });

  it('has a web page by a group on its own site', () => {
    const page: Partial<Document> = {
      format: 'html',
      title: 'The top 10 causes of death',
      creators: ['World Health Organization'],
      dateCreated: '2018-05-24',
      publisher: 'World Health Organization',
      url: 'https://www.who.int/news-room/fact-sheets/detail/the-top-10-causes-of-death',
    };
    expect(entry(page)).toBe(
      'World Health Organization. (2018, May 24). *The top 10 causes of death*. https://www.who.int/news-room/fact-sheets/detail/the-top-10-causes-of-death',
    );
  });

  it('has a journal article, with what metadata says of its volume', () => {
    const article = {
      title:
        'Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States',
      creators: ['Grady, J. S.', 'Her, M.', 'Moreno, G.', 'Perez, C.', 'Yelinek, J.'],
      dateCreated: '2019-07-01',
      containerTitle: 'Psychology of Popular Media Culture',
      doi: '10.1037/ppm0000185',
      metadata: { volume: 8, issue: 3, pages: '207-217' },
    };
    expect(entry(article)).toBe(
      'Grady, J. S., Her, M., Moreno, G., Perez, C., & Yelinek, J. (2019). Emotions in storybooks: A comparison of storybooks that represent ethnic and racial groups in the United States. *Psychology of Popular Media Culture*, *8*(3), 207–217. https://doi.org/10.1037/ppm0000185',
    );
    expect(entry({ ...article, metadata: {} })).toMatch(
      /\*Psychology of Popular Media Culture\*\. https:\/\/doi/,
    );
  });

  it('has a book with its DOI', () => {
    const book: Partial<Document> = {
      format: 'epub',
      title: 'The psychology of prejudice: From attitudes to social action',
      creators: ['Lynne M. Jackson'],
      dateCreated: '2019',
      publisher: 'American Psychological Association',
      doi: '10.1037/0000168-000',
    };
    expect(entry(book)).toBe(
      'Jackson, L. M. (2019). *The psychology of prejudice: From attitudes to social action*. American Psychological Association. https://doi.org/10.1037/0000168-000',
    );
  });

  it('begins with the title where there is no author, and says n.d. where there is no date', () => {
    expect(entry({ format: 'text', title: 'Notes of the field team' })).toBe(
      '*Notes of the field team*. (n.d.).',
    );
  });

  it('names nineteen of more than twenty authors, and the last', () => {
    const creators = Array.from({ length: 22 }, (_, index) => `Name${String.fromCodePoint(65 + index)}, X.`);
    const list = entry({ creators })!;
    expect(list).toContain('NameS, X., . . . NameV, X. (n.d.)');
    expect(list).not.toContain('NameT');
  });

  it('is ordered by author, year and title, and tells works of one year apart by letters', () => {
    const creators = ['Ada Ruiz'];
    const { list, inText } = styleOf(
      { title: 'The weir', creators, dateCreated: '2020' },
      { title: 'A gauge', creators, dateCreated: '2020' },
      { title: 'Zebra mussels', creators: ['Bo Adler'] },
      { title: 'Early work', creators, dateCreated: '2011' },
    );
    expect(list.map((line) => line.replace(/\*\..*/, ''))).toEqual([
      'Adler, B. (n.d.). *Zebra mussels',
      'Ruiz, A. (2011). *Early work',
      'Ruiz, A. (2020a). *A gauge',
      'Ruiz, A. (2020b). *The weir',
    ]);
    expect(inText([1])).toBe('(Ruiz, 2020b, p. 15)');
  });

  it('escapes what Markdown would take as emphasis, a picture or a tag', () => {
    expect(entry({ title: 'On *stars* and snake_case' })).toBe(
      String.raw`*On \*stars\* and snake\_case*. (n.d.).`,
    );
    expect(entry({ title: 'A ![plan](https://evil.example/) <img src=x>' })).toBe(
      String.raw`*A !\[plan\](https://evil.example/) \<img src=x>*. (n.d.).`,
    );
  });
});

const inText = (creators: string[], dateCreated?: string) => styleOf({ creators, dateCreated }).inText([1]);

describe('a citation in the text', () => {
  it('has one author, two, or the first of more, with the page', () => {
    expect(inText(['Ada Ruiz'], '2020-02')).toBe('(Ruiz, 2020, p. 15)');
    expect(inText(['Ada Ruiz', 'Kenji Sato'], '2020')).toBe('(Ruiz & Sato, 2020, p. 15)');
    expect(inText(['Ada Ruiz', 'Kenji Sato', 'Bo Li'])).toBe('(Ruiz et al., n.d., p. 15)');
  });

  it('has the title for the author where there is none, shortened', () => {
    expect(styleOf({ title: 'Findings' }).inText([1])).toBe('(*Findings*, n.d., p. 15)');
    expect(styleOf({ title: 'One two three four five six seven' }).inText([1])).toBe(
      '(*One two three four*, n.d., p. 15)',
    );
    expect(styleOf({ title: 'Findings', containerTitle: 'Waters' }).inText([1])).toBe(
      '(“Findings”, n.d., p. 15)',
    );
  });

  it('has pages, or the section where there are none', () => {
    const document = sampleDocument({ creators: ['Ada Ruiz'], dateCreated: '2020' });
    const cited = (changes: object) => {
      const answer = sampleAnswer([document], { citations: [sampleCitation(changes)] });
      return apaStyle(referencesOf(answer)).inText([1]);
    };
    expect(cited({ pageNumbers: [15, 16] })).toBe('(Ruiz, 2020, pp. 15–16)');
    expect(cited({ pageNumbers: [4], pageLabels: ['iv'] })).toBe('(Ruiz, 2020, p. iv)');
    expect(cited({ pageNumbers: [] })).toBe('(Ruiz, 2020, Risks section)');
    expect(cited({ pageNumbers: [], sectionHeading: 'What we do when the river rises' })).toBe(
      '(Ruiz, 2020, “What we do when” section)',
    );
  });

  it('joins several, each once, and leaves out what the answer does not cite', () => {
    const style = styleOf({ creators: ['Ada Ruiz'] }, { creators: ['Kenji Sato'], dateCreated: '2001' });
    expect(style.inText([1, 2, 1])).toBe('(Ruiz, n.d., p. 15; Sato, 2001, p. 15)');
    expect(style.inText([9])).toBe('');
  });
});
