import { describe, expect, it } from 'vitest';
import type { PassageInContext } from '../generator.ts';
import { askedOfEach } from './of-each.ts';

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
    expect(askedOfEach(question, leases)).toBe(asked);
  });

  it('is asked by what the titles of two documents say that they are', () => {
    const pumps = [passage('a', 'Pump AQ 40'), passage('b', 'Pump AQ 60')];
    expect(askedOfEach('Which pump runs dry?', pumps)).toBe('runs dry?');
    expect(askedOfEach('Which pump runs dry?', pumps.slice(1))).toBeUndefined();
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
