import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

/**
 * Texts as contracts, judgments, annual reports and papers have them. Sentences are joined by ` ¶ ` where the text has a
 * space, by `¶` where it has none.
 */
const fields: Record<string, [what: string, expected: string][]> = {
  'en: English law': [
    ['a statute', 'See 15 U.S.C. § 78j(b) and 17 C.F.R. § 240.10b-5. ¶ The plaintiff must plead scienter.'],
    [
      'a case citation',
      'The Court so held in Brown v. Board of Education, 347 U.S. 483 (1954). ¶ Later cases followed.',
    ],
    ['a citation with id.', 'Id. at 495. ¶ The district court agreed.'],
    [
      'reporters',
      'Cf. Smith v. Jones, 12 F.3d 345, 350 (2d Cir. 1999); accord Doe v. Roe, 5 F. Supp. 2d 10 (S.D.N.Y. 2001). ¶ We disagree.',
    ],
    [
      'parties',
      'This Agreement is made by Acme Corp., a Delaware corporation, and Beta Ltd., an English company. ¶ It takes effect today.',
    ],
    [
      'a party at the end',
      'The Licensor is Acme Holdings, Inc. ¶ The Licensee is Beta S.A. ¶ Both parties agree.',
    ],
    ['articles', 'Under Art. 6 para. 1 lit. f GDPR, processing is lawful. ¶ Art. 7 governs consent.'],
    ['sections', 'Sec. 4.2(a)(ii) survives termination. ¶ Secs. 5 and 6 do not.'],
    ['exhibits', 'The form is attached as Ex. 10.1 hereto. ¶ Exs. A and B are incorporated by reference.'],
    ['numbers of documents', 'Commission File No. 001-36743 was assigned. ¶ No. 5 is missing.'],
    [
      'states',
      'It is a corporation organized in Wilmington, Del. and doing business in Calif. and N.Y. ¶ Its shares are listed.',
    ],
    [
      'enumerations in a sentence',
      'The Buyer may (a) cancel the order, (b) claim damages, or (c) both. ¶ Notice is required.',
    ],
    ['defined terms', 'Acme (the “Company”) sells software. ¶ “Affiliate” means any controlled entity.'],
    ['a signature', 'Signed by John Q. Public, Esq. on behalf of the Company. ¶ Witnessed by J. Doe.'],
    ['a quotation that ends', 'The clause says “no waiver shall be implied.” ¶ It is clear.'],
    ['brackets around a sentence', 'The motion is denied. ¶ (Docket No. 45.) ¶ Costs are reserved.'],
  ],
  'en: English reports': [
    [
      'amounts',
      'Net sales were $394.3 billion in fiscal 2022, up 8% vs. $365.8 billion. ¶ Services grew faster.',
    ],
    ['per share', 'Diluted EPS was $6.11. ¶ The dividend was $.23 per share. ¶ It rose.'],
    ['quarters', 'Revenue for Q3 FY22 rose 5.5%. ¶ Q4 was flat.'],
    [
      'a country at the end',
      'Most of our sales are in the U.S. ¶ In Europe they fell. ¶ U.S. GAAP applies to us.',
    ],
    ['US dollars', 'It was about U.S. $3.2 million. ¶ The rest is unpaid.'],
    ['months', 'The year ended Sept. 24, 2022. ¶ The prior year ended Sept. 25, 2021.'],
    [
      'companies in a row',
      'We compete with Alphabet Inc., Amazon.com, Inc. and Meta Platforms, Inc. in many markets. ¶ Competition is intense.',
    ],
    [
      'items of a report',
      'See Part II, Item 8 of this Form 10-K. ¶ Item 9A. Controls and Procedures were effective.',
    ],
    ['notes', 'Refer to Note 12. ¶ Leases are described there.'],
    ['approximations', 'We employ approx. 164,000 people, incl. contractors. ¶ Turnover is low.'],
    ['negative amounts', 'The loss was (1,234.5) million. ¶ Cash was 10.2.'],
    [
      'an abbreviated name of a firm',
      'Price & Co. audited the accounts of Foo Co., Ltd. until 2020. ¶ The audit was clean.',
    ],
    ['a rate', 'Interest accrues at LIBOR plus 2.5% p.a. on the outstanding sum. ¶ It is due monthly.'],
    ['a range of years', 'Mr. Cook has been CEO since Aug. 2011. ¶ He joined in 1998. ¶ Ms. Lee left.'],
  ],
  'en: English science': [
    ['citations by author', 'This was shown before (Smith et al., 2019). ¶ We extend it.'],
    ['a citation that goes on', 'Smith et al. showed this in mice. ¶ Lee et al. (2020) did so in rats.'],
    ['citations by number', 'Transformers are effective [12]. ¶ They are costly [13, 14]. ¶ We agree.'],
    ['citations behind the stop', 'Transformers are effective.[12] ¶ They are costly.[13–15] ¶ We agree.'],
    ['superscripts', 'The rate doubled.¹² ¶ It then fell.³ ¶ Nobody knows why.'],
    [
      'figures and equations',
      'As Fig. 2A shows (cf. Eq. (3) and Tab. 1), the loss falls. ¶ Figs. 3 and 4 agree.',
    ],
    [
      'species',
      'We grew E. coli K-12 and S. aureus overnight. ¶ C. elegans was kept at 20 °C. ¶ It thrived.',
    ],
    ['probabilities', 'The effect was significant (p < .05, n = 12, r = 0.8). ¶ It lasted for 3 h.'],
    [
      'units',
      'We added 5 mg of NaCl in 10 mL of water at 37.5 °C for 2 min. ¶ The pH was 7.4. ¶ It was stable.',
    ],
    [
      'versions',
      'We used Python 3.11.4 and NumPy v1.26. ¶ All code is at github.com/example/repo. ¶ It is free.',
    ],
    ['i.e. and viz.', 'Two groups, viz. Alpha and Beta, differed, i.e. Beta was larger. ¶ See Sec. 3.'],
    ['degrees', 'It was led by A. B. Smith, M.D., Ph.D., of Oxford. ¶ She retired.'],
    ['years of life', 'Gauss (b. 1777, d. 1855) and Euler (c. 1750) met neither. ¶ Pity.'],
    [
      'taxa and subspecies',
      'Two specimens of Canis lupus subsp. familiaris and one Quercus sp. were kept. ¶ None died.',
    ],
    ['Greek and exponents', 'We set α = 0.05 and β = 10⁻³. ¶ The result, cf. Ref. 7, is robust.'],
    ['DOIs', 'See doi:10.1038/s41586-020-2649-2. ¶ The data are public.'],
    ['an ellipsis', 'The text reads “all men … are equal.” ¶ It is famous.'],
  ],
  'de: German': [
    [
      'Gesetze',
      'Nach § 433 Abs. 1 S. 1 BGB ist der Verkäufer verpflichtet, die Sache zu übergeben. ¶ § 434 Abs. 2 Nr. 3 gilt entsprechend.',
    ],
    [
      'Urteile',
      'Vgl. BGH, Urt. v. 12. März 2019, Az. II ZR 123/18, Rn. 17 ff. ¶ Das Gericht folgt dem nicht.',
    ],
    [
      'Abkürzungen',
      'Das gilt z. B. für Vereine, d. h. Körperschaften i. S. d. Gesetzes. ¶ Andere sind ausgenommen.',
    ],
    ['Beträge', 'Der Umsatz stieg um ca. 3,5 Mio. Euro auf 1.234,56 Mrd. Euro. ¶ Der Gewinn sank.'],
    ['Daten', 'Die Frist endet am 31. 12. 2024. ¶ Am 1. Januar beginnt eine neue.'],
    ['Firmen', 'Die Muster GmbH & Co. KG klagte gegen die Beispiel AG. ¶ Die Klage hatte Erfolg.'],
    ['Personen', 'Prof. Dr. med. Meier und Hr. Schulz kamen um 8.30 Uhr. ¶ Fr. Braun fehlte.'],
    ['Sätze', 'Er sagte: „Das stimmt nicht.“ ¶ Sie ging. ¶ „Warum?“, fragte er.'],
    [
      'Zitate von Büchern',
      'Vgl. Müller, in: Kommentar, 5. Aufl. 2019, Bd. 2, S. 45 f. und Kap. 3. ¶ Anders Schmidt, Anm. 12.',
    ],
    ['Quartale', 'Im 3. Quartal stieg das EBIT um 12,4 % auf 1.234 Tsd. Euro. ¶ Im 4. Quartal sank es.'],
  ],
  'fr: French': [
    [
      'les articles',
      "Selon l'art. 1240 du C. civ., tout fait oblige à réparer. ¶ L'art. L. 121-1 s'applique.",
    ],
    ['les arrêts', 'Cass. civ. 1re, 5 nov. 2020, n° 19-10.833. ¶ La Cour casse l’arrêt.'],
    [
      'les montants',
      "Le chiffre d'affaires s'élève à 3,5 M€, soit env. 2 % de plus. ¶ M. Durand est satisfait.",
    ],
    ['les guillemets', '« Est-ce vrai ? » demanda-t-il. ¶ « Oui. » ¶ Elle partit.'],
    [
      'les sociétés',
      'La société Dupont S.A.R.L. a été dissoute. ¶ Mme Petit, p. ex., s’y opposait. ¶ Pourquoi ?',
    ],
  ],
  'es: Spanish': [
    ['los artículos', 'Véase el art. 24.1 de la C.E. y la pág. 12 del informe. ¶ El Sr. Pérez no apeló.'],
    [
      'las empresas',
      'Ventas Globales, S.A. presentó sus cuentas. ¶ La Sra. García, p. ej., votó a favor. ¶ ¿Quién más?',
    ],
    ['los países', 'Las ventas en EE. UU. crecieron un 3,2 %. ¶ En México cayeron.'],
    ['los siglos', 'Roma fue fundada en el 753 a. C. según la leyenda. ¶ Cayó en el 476 d. C. en Occidente.'],
    [
      'el capítulo',
      'Según el cap. 3 y los arts. 5 y 6, la ley rige desde el 1 de ene. 2024. ¶ No hay excepciones.',
    ],
  ],
  'zh: Chinese': [
    ['中文', '第三条 合同自2024年1月1日起生效。¶甲方应当支付人民币1,234.56元。¶双方另有约定的除外。'],
    ['引文', '他说：“我不同意。”¶然后离开了。¶为什么？¶没有人知道！'],
    ['数値', '公司2023年营业收入为3.5亿元，同比增长12.4%。¶净利润下降！¶（单位：万元。）'],
    ['English in Chinese', '本文使用Python 3.11。¶见图1.2和表3。¶结果如下：'],
  ],
  'ja: Japanese': [
    ['日本語', '売上高は前年比3.5％増の1,234億円となった。¶営業利益は減少した。'],
    ['会話', '「本当ですか？」と彼は尋ねた。¶「はい。」¶彼女は帰った。'],
    ['括弧', '当社は成長した（前年は減収であった。）。¶今後も続く。'],
    ['箇条', '第１条　甲は乙に対し、本件商品を売り渡す。¶第２条　代金は金100,000円とする。'],
    ['英語を含む', 'Apple Inc.は新製品を発表した。¶価格は$1.99である。'],
  ],
};

describe.each(Object.entries(fields))('splitSentences of %s', (field, cases) => {
  it.each(cases)('handles %s', (_, expected) => {
    const sentences = expected.split(/ ?¶ ?/);
    const text = expected.replaceAll('¶ ', '').replaceAll('¶', '');
    const found = splitSentences(text, field.slice(0, 2)).map(({ start, end }) => text.slice(start, end));
    expect(found).toEqual(sentences);
  });
});
