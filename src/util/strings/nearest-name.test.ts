import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['title', 'dateCreated', 'client_name', 'tags', 'page-count', '$gte', '$in'];

it.each([
  ['titel', 'title'],
  ['atgs', 'tags'],
  ['clientName', 'client_name'],
  ['Client Name', 'client_name'],
  ['pageCount', 'page-count'],
  ['tag', 'tags'],
  ['created_date', 'dateCreated'],
  ['date', 'dateCreated'],
  ['client', 'client_name'],
  ['$gtee', '$gte'],
])('finds what %s may mean: %s', (asked, meant) => {
  expect(nearestName(asked, names)).toBe(meant);
});

it.each(['publisher', 'name of the author', 'createdBy'])('guesses nothing for %s', (asked) => {
  expect(nearestName(asked, names)).toBeUndefined();
});
