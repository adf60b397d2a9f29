import { expect, it } from 'vitest';
import { readPlainText } from './text.ts';

const outline = (text: string) =>
  readPlainText(text).sections.map(({ heading, level }) => `${level} ${heading}`);

const manual = `= Tide

[[install]]
== Install it

You can either write:

------------------------
$ tide install --now tide
------------------------

----
# Not now
Later
-----

=== Not this
----

[preface]
=== By hand ===

Copy the file. Then there is x
== y, which is no title.

== Use it

It prints the height.
`;

it('reads titles that equals signs stand before, as in AsciiDoc and wikis, and none in listings', () => {
  expect(outline(manual)).toEqual(['1 Tide', '2 Install it', '3 By hand', '2 Use it']);
  const { text, blocks } = readPlainText(manual);
  const listings = blocks.filter(({ kind }) => kind === 'code');
  expect(listings.map(({ charStart, charEnd }) => text.slice(charStart, charEnd).split('\n')[1])).toEqual([
    '$ tide install --now tide',
    '# Not now',
  ]);
});

it('reads a title with a rule under it among them', () => {
  expect(outline('Tide\n====\n\nIt is read.\n\n== One\n\nIt is one.\n\n== Two\n\nIt is two.\n')).toEqual([
    '1 Tide',
    '2 One',
    '2 Two',
  ]);
});

it('takes one such line alone for no title', () => {
  expect(outline('It follows that x\n\n== y\n\nwhich was to be shown.\n')).toEqual([]);
});
