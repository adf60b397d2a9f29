import { describe, expect, it } from 'vitest';
import { askedKind, readQuestion, yearsIn } from './question.ts';

const read = (text: string, language = 'en') => readQuestion(text, () => 1, language);

describe('what a question asks for', () => {
  it('is how often, in each language', () => {
    const questions: [string, string][] = [
      ['How often is the quay dredged?', 'en'],
      ['How many times a year is the quay dredged?', 'en'],
      ['Wie häufig wird der Kai gereinigt?', 'de'],
      ['À quelle fréquence le quai est-il dragué ?', 'fr'],
      ['¿Con qué frecuencia se draga el muelle?', 'es'],
      ['كم مرة يتم تنظيف الرصيف؟', 'ar'],
      ['码头多久一次清理？', 'zh'],
      ['Con quale frequenza viene dragato il molo?', 'it'],
      ['Com que frequência o cais é dragado?', 'pt'],
      ['Hoe vaak wordt de kade gebaggerd?', 'nl'],
      ['岸壁はどのくらいの頻度で清掃されますか？', 'ja'],
    ];
    for (const [question, language] of questions) expect(askedKind(question, language)).toBe('frequency');
    expect(askedKind('How many times was the quay dredged?')).toBe('count');
  });

  it('is a date, a time of day or a place behind a preposition too', () => {
    expect(askedKind('In what year was the quay built?')).toBe('date');
    expect(askedKind('In which city is the harbour office?')).toBe('place');
    expect(askedKind('In what way is the quay cleaned?')).toBe('manner');
    expect(askedKind('À quelle heure ferme le port ?', 'fr')).toBe('date');
    expect(askedKind('Um wie viel Uhr schließt der Hafen?', 'de')).toBe('date');
  });

  it('is a number where something that is measured is asked for', () => {
    expect(askedKind('At what temperature is the fish kept?')).toBe('number');
    expect(askedKind('What is the highest fee for a berth?')).toBe('number');
    expect(askedKind('Welcher Zinssatz gilt für Kredite?', 'de')).toBe('number');
    expect(askedKind('Which harbour has a fee?')).toBe('other');
    expect(askedKind('What are low-speed boats?')).toBe('meaning');
  });

  it('is a meaning, without the words that ask for it', () => {
    expect(askedKind('What is a berth?')).toBe('meaning');
    const { kind, terms } = read('What does “berth” mean in the lease?');
    expect(kind).toBe('contents');
    expect(terms.map(({ term }) => term)).toEqual(['berth', 'leas']);
    expect(askedKind('What is the name of the boat?')).toBe('other');
  });

  it('is what something is made of, also where that has the name of a measure', () => {
    expect(askedKind('What does interest income consist of?')).toBe('contents');
    expect(askedKind('What are total fees composed of?')).toBe('contents');
    expect(askedKind('Woraus besteht der Umsatz?')).toBe('contents');
    expect(askedKind('What is the interest income?')).toBe('number');
  });

  it('is whether something is allowed, which words for that ask', () => {
    const asked: [question: string, language: string, word: string][] = [
      ['Is smoking allowed?', 'en', 'allowed'],
      ['Ist Rauchen verboten?', 'de', 'verboten'],
      ['Est-il interdit de fumer ?', 'fr', 'interdit'],
      ['¿Está permitido fumar?', 'es', 'permitido'],
    ];
    for (const [question, language, word] of asked) {
      const { modals, terms } = read(question, language);
      expect(modals.map((term) => terms[term]!.word)).toEqual([word]);
    }
    expect(read('Who is allowed to smoke?').modals).toEqual([]);
    expect(read('Did the board reject it?').modals).toEqual([]);
  });

  it('is a reason or a year in other words, too', () => {
    expect(askedKind('What was the reason for the delay?')).toBe('reason');
    expect(askedKind('Quelles sont les causes du retard ?')).toBe('reason');
    expect(askedKind('In which fiscal years did the quay flood?')).toBe('date');
  });

  it('is a figure that a text has only where it says of which kind that is', () => {
    const two = 'What was the percentage change in fares?';
    expect(read(two).derived).toHaveLength(2);
    expect(read('What is the average fare?').derived).toHaveLength(1);
    expect(read('Within how many days is a change in the address told?').derived).toEqual([]);
  });

  it('is a thing of the kind that stands right behind the words that ask', () => {
    expect([...read('Which law governs the lease?').asked]).toEqual(['law', 'govern']);
    expect([...read('What must the tenant pay?').asked]).toEqual([]);
  });
});

const termsOf = (text: string, language: string): string[] =>
  read(text, language).terms.map(({ word }) => word);

describe('the terms of a question', () => {
  it('lack the words that connect, not others of the same stem', () => {
    expect(termsOf('May we use what each of us owns?', 'en')).toEqual(['use', 'owns']);
    expect(termsOf('Chi ha le chiavi?', 'it')).toEqual(['chiavi']);
    expect(termsOf('Où est l’entrée entre les quais ?', 'fr')).toEqual(['entrée', 'quais']);
    expect(termsOf('Etait-ce une autre porte ?', 'fr')).toEqual(['porte']);
  });
});

describe('the language of a question', () => {
  // Documents of a language that has no words here: the question's own words alone tell it.
  it.each([
    ['Who signed the lease in 2019, and as what?', 'person'],
    ['What is the name of the boat in a harbour?', 'other'],
    ['Wie viele Mitglieder hat der Verein in Den Haag?', 'count'],
    ['¿Por qué se rechazó la propuesta de la junta?', 'reason'],
    ['Où est le siège de l’association ?', 'place'],
    ['Dov’è la sede dell’associazione?', 'place'],
    ['Chi ha firmato il contratto?', 'person'],
    ['Entro quando si può annullare la prenotazione?', 'date'],
    ['Che cos’è una clausola?', 'meaning'],
    ['Qual è il prezzo del biglietto?', 'number'],
    ['Quanti soci ha il consiglio?', 'count'],
    ['Quem assinou o contrato?', 'person'],
    ['A que horas abre o museu?', 'date'],
    ['Qual a multa em caso de atraso?', 'number'],
    ['O que se entende por força maior em contratos?', 'contents'],
    ['Por que a proposta não foi aceita?', 'reason'],
    ['Wie is de voorzitter van het bestuur?', 'person'],
    ['Hoe laat gaat het museum open?', 'date'],
    ['Waar bestaat de heffing uit?', 'contents'],
    ['Hoe hoog is de boete bij te late betaling?', 'number'],
    ['署名したのは誰ですか？', 'person'],
    ['入場料はいくらですか？', 'number'],
    ['退職願はいつまでに出しますか？', 'date'],
    ['違約金とは何ですか？', 'meaning'],
    ['提案はなぜ却下されましたか？', 'reason'],
    ['谁签了合同？', 'person'],
    ['美の国何时建立？', 'date'],
  ])('is told by its small words or its script: %s', (question, kind) => {
    expect(askedKind(question, 'sv')).toBe(kind);
  });

  it('is Japanese without kana where the documents are', () => {
    expect(askedKind('東京都人口何人？', 'ja')).toBe('count');
    expect(askedKind('入場料何円？', 'ja')).toBe('number');
  });

  it('has no pairs of particles and endings in Japanese', () => {
    const { terms, asked } = read('この地域ではどの言語が話されていますか？', 'ja');
    expect(terms.map(({ term }) => term)).toEqual(['地域', '言語', '話']);
    expect([...asked]).toEqual(['言語']);
  });
});

it('has the words of a date as documents of a language spell it', () => {
  const terms = read('What was paid on 2014-03-05?', 'de').terms.map(({ term }) => term);
  expect(terms).toEqual(expect.arrayContaining(['5', 'marz', '2014']));
});

it('reads years, also those of business years', () => {
  expect(yearsIn('In 2024 and FY26, FY 2025, FY’23, fy99, 3Q18; page 1999a of 12024')).toEqual([
    '2024',
    '2026',
    '2025',
    '2023',
    '1999',
    '2018',
    '1999',
  ]);
  expect(yearsIn('Q3FY25, 3QFY24')).toEqual(['2025', '2024']);
});

const weights = (question: string): Record<string, number> =>
  Object.fromEntries(read(question).terms.map(({ term, weight }) => [term, weight]));

it('hardly weighs what a year is called', () => {
  const { 2022: year, debt, fiscal, end } = weights('What was the debt at the end of fiscal FY22?');
  expect([fiscal, end].every((weight) => weight! < debt! / 2 && weight! < year! / 2)).toBe(true);
  expect(weights('When does the debt end?')['end']).toBe(1);
});
