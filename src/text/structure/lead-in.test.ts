import { expect, it } from 'vitest';
import { leadInBehind, leadInOver, limitsBefore, saysOfOtherCase } from './lead-in.ts';

const contract = `18. Termination

18.1 The Supplier may end this Agreement where:

(a) the Buyer does not pay within 30 days;

(b) the Buyer is wound up.

18.2 This Agreement ends without notice on 31 March 2027.`;

it('says what leads in to the list of an item, also of a part of one', () => {
  const leadIn = '18.1 The Supplier may end this Agreement where:';
  expect(leadInOver(contract, contract.indexOf('(b)'))).toBe(leadIn);
  expect(leadInOver(contract, contract.indexOf('within 30'))).toBe(leadIn);
  expect(leadInOver(contract, contract.indexOf('18.1'))).toBeUndefined();
});

it('says what leads in to the list that goes on behind an offset', () => {
  const leadIn = '18.1 The Supplier may end this Agreement where:';
  expect(leadInBehind(contract, contract.indexOf('\n\n(b)'))).toBe(leadIn);
  expect(leadInBehind(contract, contract.indexOf('\n\n18.2'))).toBeUndefined();
  expect(leadInBehind(contract, contract.length)).toBeUndefined();
});

it('says nothing of a sentence that stands alone, or names its document', () => {
  expect(leadInOver(contract, contract.indexOf('18.2'))).toBeUndefined();
  const manual = 'Keep it dry. This manual describes the valve. It has two seats.';
  expect(leadInOver(manual, manual.indexOf('This'), { headings: ['Manual of the valve'] })).toBeUndefined();
});

it('takes no line of a listing for the sentence before', () => {
  const manual = 'Take it back.\n\n$ revert --head.\n\nThis makes a new commit.';
  const charStart = manual.indexOf('$');
  const blocks = [{ kind: 'code' as const, charStart, charEnd: manual.indexOf('\n\nThis') }];
  expect(leadInOver(manual, manual.indexOf('This'))).toBe('$ revert --head.');
  expect(leadInOver(manual, manual.indexOf('This'), { blocks })).toBeUndefined();
});

it('gives the sentence before one that points back, in the language of the document', () => {
  const report = 'Rigid Packaging makes bottles.\n\nThis segment has 52 plants, of which 12 are owned.';
  expect(leadInOver(report, report.indexOf('This'))).toBe('Rigid Packaging makes bottles.');
  expect(leadInOver(report, report.indexOf('52 plants'))).toBeUndefined();
  const bericht = 'Die Sparte Glas wächst. Dieser Bereich hat 52 Werke.';
  expect(leadInOver(bericht, bericht.indexOf('Dieser'), { language: 'de' })).toBe('Die Sparte Glas wächst.');
  const italian = 'Il vetro cresce. Questo settore ha 52 impianti.';
  expect(leadInOver(italian, italian.indexOf('Questo'), { language: 'it' })).toBe('Il vetro cresce.');
  const danish = 'Glas vokser. Dette segment har 52 fabrikker.';
  expect(leadInOver(danish, danish.indexOf('Dette'), { language: 'da' })).toBeUndefined();
  const chinese = '玻璃部门正在增长。该部门有52家工厂。';
  expect(leadInOver(chinese, chinese.indexOf('该'), { language: 'zh' })).toBe('玻璃部门正在增长。');
});

it('gives no item for another one, and none for a paragraph below', () => {
  const rules = '- Smoking is forbidden.\n- It is forbidden to bring dogs.\n\nThis is the law.';
  expect(leadInOver(rules, rules.indexOf('- It'))).toBeUndefined();
  expect(leadInOver(rules, rules.indexOf('This'))).toBeUndefined();
});

it('looks for nothing before the section', () => {
  const text = 'The old plant burned.\n\nThis was rebuilt.';
  expect(leadInOver(text, text.indexOf('This'), { from: text.indexOf('This') })).toBeUndefined();
});

const limits = (sentence: string, language = 'en') => limitsBefore(sentence, language, []);

it('tells a sentence that limits the one before it', () => {
  expect(limits('This does not apply to minors.')).toBe(true);
  expect(limits('It is extended by a year unless a party gives notice.')).toBe(true);
  expect(limits('The tenant keeps the garden in order.')).toBe(false);
  expect(limits('The tenant pays the fee of the agent, who sends a bill that is, however, not due.')).toBe(
    false,
  );
  expect(limits('Dies gilt nicht für Minderjährige.', 'de')).toBe(true);
  expect(limits("Ce délai ne s'applique pas aux mineurs.", 'fr')).toBe(true);
  expect(limits('Esta prohibición no se aplica a la terraza.', 'es')).toBe(true);
});

it('tells a sentence that says of another case what the one before it says', () => {
  expect(saysOfOtherCase('For drivers it is one month.', 'en')).toBe(true);
  expect(saysOfOtherCase('In the outer basin it is 8 knots.', 'en')).toBe(true);
  expect(saysOfOtherCase('For drivers a month is enough.', 'en')).toBe(false);
  expect(saysOfOtherCase('In its report the board says so.', 'en')).toBe(false);
  expect(saysOfOtherCase('On the end of this lease the tenant gives back all keys.', 'en')).toBe(false);
  expect(saysOfOtherCase('For the purposes of this Agreement, a day is a working day.', 'en')).toBe(false);
  expect(saysOfOtherCase('Dans le cadre de ce contrat, la cour est peinte.', 'fr')).toBe(false);
  expect(saysOfOtherCase('Für Fahrer ist diese Frist ein Monat.', 'de')).toBe(true);
});
