import { expect, it } from 'vitest';
import * as errors from '../../errors.ts';
import { fromSent, toSent } from './sent-error.ts';

const classes = Object.values(errors).filter(
  (value): value is typeof errors.LoadError =>
    typeof value === 'function' && value.prototype instanceof errors.PinciteError,
);

it('keeps class, code, message, hint and context of every error', () => {
  const ofOwnMessage = new Set(['StoreNotFoundError', 'CollectionNotFoundError']);
  const ofOneMessage = classes.filter((Class) => !ofOwnMessage.has(Class.name));
  expect(ofOneMessage.length).toBeGreaterThan(15);
  for (const Class of ofOneMessage) {
    const details = { hint: 'Do this.', context: { document: 'a.pdf', pages: [1, 2] } };
    const error = new Class('It went wrong', details);
    const again = fromSent(structuredClone(toSent(error))) as errors.PinciteError;
    expect(again).toBeInstanceOf(Class);
    expect(again.toJSON()).toEqual(error.toJSON());
  }
});

it('keeps the causes, and names of errors that are not ours', () => {
  const cause = new RangeError('too far', { cause: 'a word' });
  const again = fromSent(structuredClone(toSent(new errors.LoadError('It went wrong', { cause }))));
  expect(again.cause).toMatchObject({ name: 'RangeError', message: 'too far', cause: { message: 'a word' } });
});
