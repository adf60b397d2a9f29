import { expect, it } from 'vitest';
import { isOnlyPlanned } from './planned.ts';
import { readQuestion } from '../question.ts';

const isPlan = (question: string, sentence: string, language = 'en'): boolean =>
  isOnlyPlanned(
    sentence,
    readQuestion(question, () => 1, language),
  );

it.each([
  ['en', 'When did the crane start?', 'She said that she expected the crane to start in June.'],
  ['en', 'When did the crane start?', 'The crane was expected to start in June.'],
  ['en', 'What were sales in 2025?', 'Sales in 2025 are expected to be 5 million.'],
  ['en', 'When did the crane start?', 'The crane was late and is now expected to start in June.'],
  ['en', 'When was the hall rebuilt?', '8.2 The landlord intends to rebuild the hall in 2025.'],
  ['en', 'Was the hall rebuilt?', 'The landlord intends to rebuild the hall.'],
  ['en', 'When did Ann Lee start as chief?', '6. Staff. Ann Lee will end as chief on 3 May.'],
  ['de', 'Wann wurde der Kran gebaut?', 'Der Kran soll im Juni gebaut werden.'],
])('says what is to happen, in %s: %s', (language, question, sentence) => {
  expect(isPlan(question, sentence, language)).toBe(true);
});

it.each([
  ['en', 'Who was appointed chief?', 'Ada Finch was appointed chief and will start in June.'],
  ['en', 'Who was named chief?', 'The board named Ada Finch chief; she is expected to start in June.'],
  ['en', 'When was the lease signed?', 'The lease, which will last for years, was signed on 3 May 2024.'],
  ['en', 'What was revenue in 2024?', 'As expected, revenue was 12 million in 2024.'],
  ['en', 'How many boats did the yard build?', '30 boats left the yard where the new crane will stand.'],
  ['en', 'Was the tenant allowed to rebuild the hall?', 'The tenant may rebuild the hall.'],
  ['en', 'Which boats were found?', 'Boats were found at A and B, which suggests that boats may rust.'],
  ['en', 'How high was the loss?', 'Lower demand than forecast or expected led to a loss of 4 million.'],
  [
    'fr',
    'À quelle date le bail a été signé ?',
    'Le bail, qui sera en vigueur deux ans, a été signé le 3 mai.',
  ],
])('says what was beside what is to happen, in %s: %s', (language, question, sentence) => {
  expect(isPlan(question, sentence, language)).toBe(false);
});

it('is no answer of another time where something must be done once something was', () => {
  const duty = 'The supplier will mend a fault within five days.';
  expect(isPlan('Within how many days must a fault that was told be mended?', duty)).toBe(false);
  expect(isPlan('How long may the supplier take once a fault has been told?', duty)).toBe(false);
});
