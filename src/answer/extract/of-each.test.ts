import { describe, expect, it } from 'vitest';
import type { PassageInContext } from '../generator.ts';
import { featureAt, featureNames, type Candidate } from './features.ts';
import { askedOfEach, placesForAll, placesOfEach } from './of-each.ts';

const passage = (documentId: string, title: string, language = 'en') =>
  ({ documentId, context: [title], language }) as unknown as PassageInContext;
const leases = [passage('a', 'Lease of Fern Hill'), passage('b', 'Lease of Elm Row')];

describe('what is asked of each document', () => {
  it.each([
    ['Which leases allow pets?', 'allow pets?'],
    ['In which of the contracts is the fee capped?', 'is the fee capped?'],
    ['Welche Mietverträge erlauben Haustiere?', 'erlauben Haustiere?'],
    ['Quels contrats prévoient une caution ?', 'prévoient une caution ?'],
    ['哪些合同受爱尔兰法律管辖？', '受爱尔兰法律管辖？'],
  ])('is, of “%s”, “%s”', (question, asked) => {
    expect(askedOfEach(question, leases)).toMatchObject({ asked, isWhole: false });
  });

  it('is asked by what the titles of two documents say that they are', () => {
    const pumps = [passage('a', 'Pump AQ 40'), passage('b', 'Pump AQ 60')];
    expect(askedOfEach('Which pump runs dry?', pumps)?.asked).toBe('runs dry?');
    expect(askedOfEach('Which pump runs dry?', pumps.slice(1))).toBeUndefined();
  });

  it.each([
    ['Which tenants pay for heating?', 'pay for heating?', 'tenants pay for heating?'],
    ['Welche Geräte haben Bluetooth?', 'haben Bluetooth?', 'Geräte haben Bluetooth?'],
  ])('is, of “%s”, “%s”, and wholly, where documents may be about such', (question, asked, statement) => {
    expect(askedOfEach(question, leases)).toEqual({ asked, statement, isWhole: true });
    expect(askedOfEach(question, leases.slice(1))).toBeUndefined();
  });

  it.each([
    'Which law governs the lease of Fern Hill?',
    'What is the lease term?',
    'How long is the lease?',
    'Which leases?',
    'Does the landlord say which leases end in May?',
  ])('is nothing of “%s”', (question) => {
    expect(askedOfEach(question, leases)).toBeUndefined();
  });
});

const placeOf = (documentKey: string, text: string, own: number) => {
  const question = { language: 'en', terms: [{ weight: 1 }] };
  const sides = ['Landlord', 'Tenant'];
  return {
    documentKey,
    unit: { text },
    context: [],
    question,
    sides,
    credit: [own],
  } as unknown as Candidate;
};

describe('the places that may say what is asked of each document', () => {
  const asked = 'does the tenant pay for heating?';
  const ofEach = { asked, statement: asked, isWhole: false };

  it('are not those of another party', () => {
    const own = placeOf('a', 'The Tenant pays for heating.', 1);
    const other = placeOf('b', 'The Landlord pays for heating.', 1);
    expect(placesOfEach([own, other], ofEach)).toEqual([own]);
  });

  it('have all words where documents may not be about what is asked for', () => {
    const some = placeOf('a', 'The Tenant pays for water.', 0.5);
    expect(placesOfEach([some], ofEach)).toEqual([some]);
    expect(placesOfEach([some], { ...ofEach, isWhole: true })).toEqual([]);
  });
});

describe('the places of a question for none in particular', () => {
  const terms = ['deposit', 'flat'].map((term) => ({ term, word: term, weight: 1, isName: false }));
  const question = {
    kind: 'number',
    language: 'en',
    text: 'How much is the deposit?',
    terms,
    years: [],
    quarters: [],
  };
  const place = (documentKey: string, credit: readonly number[], { title = 'Lease', around = 1 } = {}) => {
    const features = new Float64Array(featureNames.length);
    features[featureAt('meaning')] = (credit[0]! + credit[1]!) / 2;
    features[featureAt('around')] = around;
    return { documentKey, credit, context: [title], question, features } as unknown as Candidate;
  };
  const [one, other] = [place('a', [1, 0]), place('b', [1, 0])];

  it('have all words of the question', () => {
    const whole = [place('a', [1, 1]), place('b', [1, 1])];
    expect(placesForAll([...whole, one], undefined)).toEqual(whole);
    expect(placesForAll([one, other], undefined)).toEqual([]);
  });

  it('or as many as the answer has, and as many around them', () => {
    expect(placesForAll([one, other], one)).toEqual([one, other]);
    expect(placesForAll([one, place('b', [0, 1])], one)).toEqual([]);
    expect(placesForAll([one, place('b', [1, 0], { around: 0.5 })], one)).toEqual([]);
  });

  it('are none where a word of the question stands in the title of one', () => {
    const flat = place('b', [1, 0], { title: 'Lease of a flat' });
    expect(placesForAll([one, flat], one)).toEqual([]);
  });

  it('are none of a year, or where they lack a name', () => {
    const flat = { ...terms[1]!, isName: true };
    const ofName = [one, other].map((each) => ({
      ...each,
      question: { ...question, terms: [terms[0], flat] },
    }));
    expect(placesForAll(ofName as unknown as Candidate[], ofName[0] as unknown as Candidate)).toEqual([]);
    const ofYear = [one, other].map((each) => ({ ...each, question: { ...each.question, years: ['2020'] } }));
    expect(placesForAll(ofYear, ofYear[0])).toEqual([]);
  });
});
