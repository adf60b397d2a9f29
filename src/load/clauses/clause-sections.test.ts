import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../markdown/markdown.ts';
import { readPlainText } from '../text/text.ts';
import { labelOf } from './labels.ts';

const headingsOf = ({ sections }: { sections: readonly { heading: string; level: number }[] }) =>
  sections.map(({ heading, level }) => `${'#'.repeat(level)} ${heading}`);
const prose = 'The provider lets the user run it on one computer, and keeps all other rights. '.repeat(4);
const han = '当事人应当按照约定全面履行自己的义务，并遵循诚实信用的原则。';

it.each([
  ['第一百二十条 当事人', '条', 120],
  ['**第十条** 当事人', '条', 10],
  ['第3条（目的）', '条', 3],
  ['第三十二条之一 当事人', '条', 32],
  ['第二章 合同', '章', 2],
  ['第１２章　総則', '章', 12],
  ['제12조(목적) 이 법은', '조', 12],
  ['十二、转让内容：', '、', 12],
  ['12. Licence.', '.', 12],
])('reads the label of %s', (paragraph, kind, number) => {
  expect(labelOf(paragraph)).toMatchObject({ kind, number });
});

it.each(['第三条规定的义务', '2024. The year', '一个、两个', '1.2 Scope'])(
  'has no label for %s',
  (paragraph) => {
    expect(labelOf(paragraph)).toBeUndefined();
  },
);

describe('clauses that are counted', () => {
  it('name sections of a law, whose articles stay whole', async () => {
    const text = ['# 法', `第一条 ${han}`, `第二条 ${han}`, han, `第三条 ${han}`].join('\n\n');
    const document = await readMarkdown(text);
    expect(headingsOf(document)).toEqual(['# 法', '## 第一条', '## 第二条', '## 第三条']);
    expect(document.blocks.map(({ charStart, charEnd }) => document.text.slice(charStart, charEnd))).toEqual(
      text.split('\n\n'),
    );
    expect(document.sections[2]!.charEnd).toBe(text.indexOf('第三条'));
  });

  it('have titles, which are headings where they stand alone', () => {
    const text = ['合同', `一、标的： ${han}`, '二、价款：', `（一）${han}`, `三、其他：${han}`].join('\n\n');
    const document = readPlainText(text);
    expect(headingsOf(document)).toEqual(['# 一、标的', '# 二、价款', '# 三、其他']);
    const shown = document.blocks.map(({ kind, charStart, charEnd }) => [
      kind,
      document.text.slice(charStart, charEnd),
    ]);
    expect(shown.slice(1, 3)).toEqual([
      ['text', `一、标的： ${han}`],
      ['heading', '二、价款：'],
    ]);
  });

  it('have a title with a stop before their sentences, or a number alone', () => {
    const titles = ['Software.', 'Licences of the user.', 'Bodies of the EE. UU.', '', 'Duties.', 'Notices.'];
    const text = titles
      .map((title, index) => `${index + 1}. ${title} ${prose}`.replaceAll('  ', ' '))
      .join('\n\n');
    expect(headingsOf(readPlainText(`A licence\n\n${text}`))).toEqual([
      '# 1. Software',
      '# 2. Licences of the user',
      '# 3. Bodies of the EE. UU.',
      '# 4.',
      '# 5. Duties',
      '# 6. Notices',
    ]);
  });

  it('are sections where they are short and have titles', () => {
    const titles = ['Licence', 'Fees', 'Limitation of Liability', 'Governing Law', 'Notices'];
    const texts = titles.map((title, index) => `${index + 1}. ${title}. ${prose.slice(0, 100)}`);
    const expected = titles.map((title, index) => `# ${index + 1}. ${title}`);
    expect(headingsOf(readPlainText(texts.join('\n\n')))).toEqual(expected);
  });

  it('are sections where a long annex stands behind them', () => {
    const titles = ['Software', 'Licences', 'Fees', 'Duties', 'Notices'];
    const texts = titles.map((title, index) => `${index + 1}. ${title}. ${prose}`);
    const annex = Array.from({ length: 12 }, () => prose);
    expect(readPlainText([...texts, ...annex].join('\n\n')).sections).toHaveLength(5);
    const articles = [...'一二三四五'].map((number) => `第${number}条 责任\n\n${han}`);
    const behind = Array.from({ length: 12 }, () => han);
    expect(headingsOf(readPlainText([...articles, ...behind].join('\n\n')))).toHaveLength(5);
  });

  it('are sections where articles are one short sentence', () => {
    const text = [...'一二三四五'].map((number) => `第${number}条 公司名称为甲乙。`).join('\n\n');
    expect(headingsOf(readPlainText(text))).toEqual([...'一二三四五'].map((number) => `# 第${number}条`));
  });

  it.each([
    [
      'a list in a text',
      `${prose}\n\n${[1, 2, 3, 4, 5].map((n) => `${n}. Open it. Then go on.`).join('\n\n')}`,
    ],
    ['numbers that begin anew', [1, 2, 3, 1, 2, 3, 1, 2].map((n) => `${n}. Duties. ${prose}`).join('\n\n')],
    ['references', [1, 2, 3, 4, 5, 6].map((n) => `${n}. Quist L. Of tides. ${prose}`).join('\n\n')],
    ['items without titles', ['一', '二', '三'].map((n) => `${n}、${han}`).join('\n\n')],
    [
      'answers that begin alike',
      [1, 2, 3, 4, 5, 6].map((n) => `${n}. ${n % 2 ? 'Yes' : 'No'}. ${prose}`).join('\n\n'),
    ],
    [
      'steps, questions or books',
      ['Close it', 'Open it', 'Of the tides', 'Rinse it', 'Dry it']
        .map((title, index) => `${index + 1}. ${title}. ${prose.slice(0, 160)}`)
        .join('\n\n'),
    ],
    [
      'things to buy',
      ['苹果三斤', '牛奶两盒', '面包'].map((item, n) => `${'一二三'[n]}、${item}`).join('\n\n'),
    ],
    ['articles that are quoted', `第一条 ${han}\n\n第二条 ${han}\n\n第三条 ${han}\n\n${han.repeat(9)}`],
    [
      'articles from the middle on that are quoted',
      `${[...'三四五六七'].map((n) => `第${n}条 ${han}`).join('\n\n')}\n\n${han.repeat(9)}`,
    ],
    ['one article that is cited', `第九条 ${han}\n\n${han}`],
  ])('are not %s', (_, text) => {
    expect(readPlainText(text).sections).toEqual([]);
  });

  it('are items of one list too, with a list that counts anew within', async () => {
    const titles = ['Licence.', 'Term.', 'Fees.', 'Notices.', 'Law.'];
    const clauses = titles.map((title, index) => `${index + 1}. ${title} ${prose}`);
    const text = ['# Agreement', clauses.slice(0, 3).join('\n'), 'a) in this order:', '1. the fees', 'and'];
    const document = await readMarkdown([...text, clauses[3], '', clauses[4], ''].join('\n\n'));
    const all = titles.map((title, index) => `## ${index + 1}. ${title.slice(0, -1)}`);
    expect(headingsOf(document)).toEqual(['# Agreement', ...all]);
  });

  it('are found in linear time', () => {
    const start = performance.now();
    readPlainText(
      Array.from({ length: 20_000 }, (__, index) => `第${index + 1}条 ${'甲'.repeat(200)}`).join('\n\n'),
    );
    readPlainText('一、'.repeat(300_000));
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
