import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportOf } from './support.ts';

const rent = 'The tenant pays rent of 900 euros on the first day of each month.';

describe('supportOf', () => {
  it.each([
    ['The tenant pays a rent of 900 euros.', [rent]],
    ['The rent is due on the first day of each month.', [rent]],
    ['Revenue was $6,098 million.', ['Revenue rose to 6.098 billion dollars.']],
    ['Operating income was $6,098 million.', ['| (in $ millions) | 2022 |', '| Operating income | 6,098 |']],
    ['The battery lasts two years.', ['The battery lasts 2 years in normal use.']],
    ['The fee is twenty-five euros.', ['The fee is 25 euros.']],
    ['The lease ends on 4 March 2027.', ['The lease ends on 2027-03-04.']],
    ['The lease ends on March 2nd, 2027.', ['The lease ends on 2 March 2027.']],
    ['Under section 4 the tenant may leave.', ['By section 4 may the tenant leave.']],
    ['The fee is 5 euros a day.', ['The fee is 5 euros per day.']],
    ['The sensor does not need calibration.', ['The sensor needs no calibration.']],
    [
      'The warranty of the Heron covers 24 months and the battery.',
      ['The warranty of the Heron is 24 months.', 'The battery is covered by the warranty.'],
    ],
    ['Net debt was 6,057 million dollars.', ['| $ million | 2023 |', '| Net debt | 6,057 |']],
    ['Net debt was 6,057 million dollars.', ['Net debt  $ 6,057']],
    ['Aster’s CEO is Ada Ruiz.', ['Ada Ruiz is Chief Executive Officer of Aster.']],
    ['Tenants pay a rent of 900 euros.', [rent]],
    ['- Renters of a flat pay rent of 900 euros each month.', [rent, 'A flat has a tenant.']],
    ['Renters of a flat pay rent of 900 euros each month.', [rent, 'A flat has a tenant.']],
    ['Ada Ruiz is the Chief Executive Officer.', ['Ada Ruiz is the CEO and Chief Officer.']],
    ['The Supplier may end it after 180 days.', ['18.3 The Supplier may end it after 180 days.']],
    ['Section 4 lets Aster Inc. leave the lease.', ['Aster may leave the lease; section 4 lets it.']],
  ])('does not reject “%s”', async (claim, evidence) => {
    expect(await supportOf(claim, evidence)).toMatchObject({ supported: 'unchecked' });
  });

  it.each([
    ['The tenant pays rent of 950 euros on the first day of each month.', rent],
    ['The contract is governed by the law of France.', 'The contract is governed by the law of Ireland.'],
    ['The CEO of Ulta Beauty is Mary Dillon.', 'The CEO of Ulta Beauty is Dave Kimbell.'],
    [
      'In May Microsoft agreed to acquire Figma for $20 billion.',
      'In May we agreed to acquire Figma for $20 billion.',
    ],
    ['The law of France governs the contract.', '(f) The law of Ireland governs the contract.'],
    ['The law of the United States governs it.', 'The law of Ireland governs it for us.'],
    ['The tax is paid by Heron.', 'The tax is paid by Aster.'],
    ['Heron pays Aster for the water.', 'Aster pays Heron for the water.'],
    ['The landlord pays the tenant for water.', 'The tenant pays the landlord for water.'],
    ['Adobe agreed to acquire Canva for $20 billion.', 'Adobe agreed to acquire Figma for $20 billion.'],
    ['The Authority may end it after 180 days.', 'The Supplier may end it by giving the Authority 180 days.'],
    ['Net debt was 6,058 million dollars.', '| Net debt ($ million) | 6,057 |'],
    ['Net debt was 6,057 million dollars.', '| Net debt ($ billion) | 6,057 |'],
    ['Net debt was 6,057 million euros.', 'Net debt  $ 6,057'],
    ['The tenant pays rent of 900 dollars on the first day of each month.', rent],
    ['The tenant does not pay rent of 900 euros on the first day of each month.', rent],
    ['The tenant pays for water.', 'The tenant does not pay for water.'],
    ['Revenue increased by 5 %.', 'Revenue decreased by 5 %.'],
    ['The term is 30 days.', 'The term is 30 months, extended by 10 days.'],
    ['Revenue was 5 million dollars.', 'Revenue was 5 billion dollars.'],
    ['The late fee is one euro.', 'The late fee is 900 euros.'],
    ['The late fee is a hundred euros.', 'The late fee is 900 euros.'],
    ['The late fee is twenty-five euros.', 'The late fee is twenty-one euros.'],
    ['The fee is CHF 5 a day in the lease.', 'The fee is EUR 5 a day in the lease.'],
    ['The margin rose by 5 percentage points.', 'The margin rose by 5 percent.'],
    ['The lease ends on 3 March 2027.', 'The lease ends on 3 May 2027.'],
    ['The lease ends on 2027-03-04.', 'The lease ends on 2027-04-03.'],
    ['The lease ends on 03/04/2027.', 'The lease ends on 04/03/2027.'],
    ['The office opens at 10 am.', 'The office opens at 10 pm.'],
    ['Version 1.2.3 of the tool is out.', 'Version 1.2.4 of the tool is out.'],
    ['About ½ of all users left the service.', 'About ¼ of all users left the service.'],
    ['Sales were best in the first quarter.', 'Sales were best in the second quarter.'],
    ['All employees of the office get a bonus.', 'Some employees of the office get a bonus.'],
    ['The plan was hardly tested.', 'The plan was tested.'],
    ['الرسوم ٥٠٠ دولار', 'الرسوم ٩٠٠ دولار'],
  ])('rejects “%s” beside “%s”', async (claim, evidence) => {
    expect((await supportOf(claim, [evidence])).supported).toBe('no');
  });

  it.each([
    ['zh', '费用是5万元。', '费用是5亿元。'],
    ['de', 'Die Gebühr beträgt einen Euro.', 'Die Gebühr beträgt 900 Euro.'],
    ['de', 'Der Vertrag endet in fünfundzwanzig Tagen.', 'Der Vertrag endet in zwei Tagen.'],
    ['fr', 'Le bail dure trois ans.', 'Le bail dure neuf ans.'],
    ['es', 'El contrato dura treinta y dos meses.', 'El contrato dura treinta meses.'],
    ['it', 'Il contratto dura ventitré mesi.', 'Il contratto dura ventotto mesi.'],
    ['pt', 'O contrato dura trinta e dois meses.', 'O contrato dura trinta meses.'],
    ['nl', 'Het contract duurt tweeëntwintig maanden.', 'Het contract duurt twintig maanden.'],
    ['ja', '費用は5万円です。', '費用は5億円です。'],
  ])('reads numbers in words (%s: “%s”)', async (language, claim, evidence) => {
    expect((await supportOf(claim, [evidence], { language })).supported).toBe('no');
    expect((await supportOf(claim, [claim], { language })).supported).toBe('unchecked');
  });

  it.each([
    [
      'it',
      'Il conduttore paga l’acqua.',
      'Il conduttore non paga l’acqua.',
      'Il conduttore paga l’acqua ogni mese.',
    ],
    ['it', 'I ricavi sono aumentati.', 'I ricavi sono diminuiti.', 'I ricavi sono aumentati nel 2024.'],
    ['it', 'Il conduttore deve pagare.', 'Il conduttore può pagare.', 'Il conduttore deve pagare il canone.'],
    ['pt', 'O inquilino paga a água.', 'O inquilino não paga a água.', 'O inquilino paga a água cada mês.'],
    ['pt', 'As receitas aumentaram.', 'As receitas diminuíram.', 'As receitas aumentaram em 2024.'],
    ['pt', 'O inquilino deve pagar.', 'O inquilino pode pagar.', 'O inquilino deve pagar a renda.'],
    [
      'nl',
      'De huurder betaalt het water.',
      'De huurder betaalt het water niet.',
      'De huurder betaalt ook het water.',
    ],
    ['nl', 'De omzet is gestegen.', 'De omzet is gedaald.', 'De omzet is in 2024 gestegen.'],
    ['nl', 'De huurder moet betalen.', 'De huurder mag betalen.', 'De huurder moet huur betalen.'],
    ['ja', '借主は水道料を支払います。', '借主は水道料を支払いません。', '借主は毎月水道料を支払います。'],
    ['ja', '売上高は増加した。', '売上高は減少した。', '2024年の売上高は増加した。'],
    ['ja', '借主は家賃を払う。', '借主は家賃を払わない。', '借主は家賃を払わなければならない。'],
  ])('rejects the opposite alone (%s: “%s”)', async (language, claim, opposite, same) => {
    expect((await supportOf(claim, [opposite], { language })).supported).toBe('no');
    expect((await supportOf(claim, [same], { language })).supported).toBe('unchecked');
  });

  it.each([
    ['The rent is 950 euros each month.', 'The rent is 900 euros each month.'],
    ['The tenant pays for water.', 'The tenant does not pay for water.'],
    ['Revenue increased in 2024.', 'Revenue decreased in 2024.'],
  ])('rejects the opposite: “%s” beside “%s”', async (claim, evidence) => {
    expect(await supportOf(claim, [evidence])).toMatchObject({ supported: 'no' });
  });

  it('lets the subject of the documents stand for “we”', async () => {
    const said = ['In May we agreed to acquire Figma for $20 billion.'];
    const claim = 'In May Adobe agreed to acquire Figma for $20 billion.';
    expect((await supportOf(claim, said)).supported).toBe('no');
    expect((await supportOf(claim, said, { context: ['Adobe'] })).supported).toBe('unchecked');
  });

  it('takes scale and date of a row from what stands over it, which denies nothing', async () => {
    const context = ['Recon of Non-GAAP Measures', 'Net debt', '($ million)  June 30, 2022  June 30, 2023'];
    const says = (claim: string) => supportOf(claim, ['Net debt  5,715  6,057'], { context });
    expect((await says('Net debt at June 30, 2023 was $6,057 million.')).supported).toBe('unchecked');
    const otherwise = { supported: 'no' };
    expect(await says('Net debt at June 30, 2023 was $6,057 billion.')).toMatchObject(otherwise);
    expect(await says('Net debt at June 30, 2023 was $6,058 million.')).toMatchObject(otherwise);
  });

  it('finds nothing where there is no claim or no evidence', async () => {
    const nothing = { supported: 'no' };
    expect(await supportOf('The rent is 900 euros.', [])).toEqual(nothing);
    expect(await supportOf('The rent is 900 euros.', [' '])).toEqual(nothing);
    expect(await supportOf(' ', [rent])).toEqual(nothing);
  });

  it('stops when its signal is aborted', async () => {
    await expect(supportOf('A.', ['A.'], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow(
      'stop',
    );
  });

  it('never supports a claim with a number that the evidence does not have', async () => {
    const number = fc.integer({ min: 2, max: 99_999 });
    await fc.assert(
      fc.asyncProperty(number, number, fc.constantFrom(' euros', ' kg', '%', ''), async (a, b, unit) => {
        const { supported } = await supportOf(`The limit is ${a}${unit}.`, [`The limit is ${b}${unit}.`]);
        expect(supported).toBe(a === b ? 'unchecked' : 'no');
      }),
    );
  });

  it('never says yes, whatever the texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(rent, '5 % of', 'no', '$', '1,2.3'),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(text), async (claim, evidence) => {
        expect((await supportOf(claim, evidence)).supported).not.toBe('yes');
      }),
    );
  });
});
