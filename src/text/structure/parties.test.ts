import { describe, expect, it } from 'vitest';
import { partiesAsked } from './parties.ts';

const agreement =
  'This Agreement is made on 4 March 2023 between Halden Data Limited, a company registered in Scotland (the "Supplier"), and ' +
  'Brightwater Clinics plc (the "Client").\n\n1. The Supplier hosts the system.\n\n2. The Client pays.';
const lease =
  'Date: 9 January 2021\nLandlord: Pellow Estates LLP\nTenant: Grainhouse Bakery Limited\nAddress: Mill Lane\n\nThe Landlord repairs the roof, the Tenant the floor.';

describe('the parties of a document that a question names', () => {
  it('are those of whom it says what they are called', () => {
    expect(partiesAsked(agreement, 'What must Halden host?', ['Halden'])).toEqual({
      names: ['Halden'],
      roles: ['Supplier'],
      others: ['Client'],
      sides: [],
    });
    const tenancy =
      'zwischen der Wohnbau Lindenhof eG, Kassel (Vermieterin), und Frau Sabine Krüger (Mieterin).\nDie Vermieterin renoviert.';
    expect(partiesAsked(tenancy, 'Was zahlt Sabine Krüger?', ['Sabine', 'Krüger'])).toEqual({
      names: ['Sabine', 'Krüger'],
      roles: ['Mieterin'],
      others: ['Vermieterin'],
      sides: [],
    });
  });

  it('are those alone behind a label; what its text does not take up is none', () => {
    expect(partiesAsked(lease, "What is Grainhouse's rent?", ["Grainhouse's"])).toEqual({
      names: ["Grainhouse's"],
      roles: ['Tenant'],
      others: ['Landlord'],
      sides: [],
    });
  });

  it('are told by what they are called where the question says so of one', () => {
    expect(partiesAsked(agreement, 'What must the client pay?', []).sides).toEqual(['Supplier', 'Client']);
    const french = 'Entre Mme Odile Perrin (le « Bailleur ») et M. Luc Lang (le « Locataire »).';
    expect(partiesAsked(french, 'Le locataire paie-t-il ?', []).sides).toEqual(['Bailleur', 'Locataire']);
    expect(partiesAsked(lease, 'What is the rent?', []).sides).toEqual([]);
  });

  it('are nothing else that is given a short name', () => {
    const made = `# LEASE OF A BARN\n\nThis Lease (the "Lease") of 4 March 2023 (the "Start Date") is between Ada Finch (the "Owner") and Mill Farm Limited (the "Farmer").`;
    const text = `${made}\n\nThe Lease ends two years after the Start Date. The Owner insures the barn, the Farmer the stock.`;
    expect(partiesAsked(text, 'When does the agreement with Finch end?', ['Finch']).others).toEqual([
      'Farmer',
    ]);
  });

  it('are no others where the question says what these are called', () => {
    expect(partiesAsked(lease, 'What does Grainhouse pay the landlord?', ['Grainhouse']).others).toEqual([]);
  });

  it.each([
    [
      'Present: Helen Moar (chair), Iain Pirie, Susan Flett (Treasurer)\n\nThe chair opened the meeting.',
      'Pirie',
    ],
    ['From: Ruth Kendrick\nTo: Paul Sadler\n\nOrder it from Leeds.', 'Kendrick'],
    ['Ann Ames (Sopran) sang, and Paul Cole (Tenor) did not.', 'Ames'],
    [agreement, 'Zellmar'],
  ])('are not those present, who wrote a mail, whom brackets name once, or nobody: %s', (text, name) => {
    expect(partiesAsked(text, `When did ${name} pay?`, [name])).toEqual({
      names: [],
      roles: [],
      others: [],
      sides: [],
    });
  });
});
