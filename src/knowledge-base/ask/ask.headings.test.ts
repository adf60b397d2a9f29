import { expect, it } from 'vitest';
import { openKnowledgeBase } from '../knowledge-base.ts';

const contract = `Arbeitsvertrag der Nordlicht GmbH

§ 4 Arbeitszeit
Die regelmäßige Arbeitszeit beträgt 38,5 Stunden in der Woche.
§ 5 Urlaub
Der Arbeitnehmer hat Anspruch auf 30 Arbeitstage Urlaub im Kalenderjahr.
§ 6 Kündigung
Die Kündigung bedarf der Schriftform.
`;

it('quotes no heading of a section with the sentence below it, where several short sections are one chunk', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([{ sourceType: 'text', source: contract, uri: 'vertrag.txt' }]);
  expect(await kb.stats()).toMatchObject([{ chunks: 1 }]);
  const { citations } = await kb.ask('Wie viele Arbeitstage Urlaub hat der Arbeitnehmer im Kalenderjahr?');
  expect(citations[0]).toMatchObject({
    quote: 'Der Arbeitnehmer hat Anspruch auf 30 Arbeitstage Urlaub im Kalenderjahr.',
    sectionHeading: '§ 5 Urlaub',
  });
});

it('quotes of a listing one line, and takes none of them for a heading', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const listing = '# The port of the tide server\nPort 8080\nUser tide\nGroup harbour';
  const source = `<!doctype html><h1>Settings</h1><p>The server reads them when it starts.</p><pre>${listing}</pre>`;
  await kb.addDocuments([{ sourceType: 'text', source, uri: 'tide.html' }]);
  const { citations } = await kb.ask('Which port does the tide server have?');
  expect(citations.map(({ quote }) => quote)).toContain('Port 8080');
});
