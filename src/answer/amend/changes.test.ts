import { describe, expect, it } from 'vitest';
import { changesIn } from './changes.ts';

const changed = (sentence: string, language?: string) =>
  changesIn(sentence, language).map(
    ({ number, goesBefore }) => `${goesBefore ? '<' : ''}${number.join('.')}`,
  );

describe('changesIn', () => {
  it.each([
    ['3.2 In clause 18.4 of the Agreement the sum of €180,000 is replaced by €240,000.', 'en', ['18.4']],
    ['3.1 In clause 18.2 the words “under clause 4” are replaced by “at once”.', 'en', ['18.2']],
    ['Section 5(b) of the Agreement is hereby amended to read as follows:', 'en', ['5.b']],
    ['Clauses 4.2 and 18.4 are deleted.', 'en', ['4.2', '18.4']],
    ['The parties agree to amend Section 9 as follows.', 'en', ['9']],
    ['This deed amends and restates Section 9.', 'en', ['9']],
    ['We hereby replace the second sentence of Section 9 by this one.', 'en', ['9']],
    ['Clause 7 shall be read as if it said ten days.', 'en', ['7']],
    ['In clause 18.4 the reference to clause 18.2 is replaced by one to clause 18.3.', 'en', ['18.4']],
    ['Notwithstanding clause 18.4, the Buyer pays nothing.', 'en', ['<18.4']],
    ['Notwithstanding the provisions of Section 3, the Buyer pays nothing.', 'en', ['<3']],
    ['§ 7 Abs. 2 wird wie folgt neu gefasst:', 'de', ['7.2']],
    ['In § 3 Absatz 1 wird die Angabe „900 Euro“ durch die Angabe „940 Euro“ ersetzt.', 'de', ['3.1']],
    ['Abweichend von § 5 zahlt der Mieter nichts.', 'de', ['<5']],
    ["L'article 4 est remplacé par les dispositions suivantes :", 'fr', ['4']],
    ["À l'article 6, alinéa 2, le mot « trente » est remplacé par « soixante ».", 'fr', ['6.2']],
    ['Se modifica el artículo 4, que queda redactado como sigue:', 'es', ['4']],
    ['La cláusula 9.2 se sustituye por la siguiente:', 'es', ['9.2']],
    ["L'articolo 5, comma 2, è sostituito dal seguente:", 'it', ['5.2']],
    ['Artikel 6 lid 3 komt te luiden als volgt:', 'nl', ['6.3']],
    ['A cláusula 8 passa a ter a seguinte redação:', 'pt', ['8']],
    ['将原合同第七条第二款修改为：', 'zh', ['7.2']],
    ['原契約第5条を次のとおり変更する。', 'ja', ['5']],
    ['The rent payable under clause 3 is increased to €900 a month.', 'en', ['3']],
    ['Die Miete nach § 2 Abs. 1 erhöht sich auf 910 Euro im Monat.', 'de', ['2.1']],
    ["Le loyer prévu à l'article 3 est porté à 820 euros par mois.", 'fr', ['3']],
  ])('sees what is changed: %s', (sentence, language, numbers) => {
    expect(changed(sentence, language)).toEqual(numbers);
  });

  it.each([
    ['3.3 Clause 18.3 of the Agreement, which concerns notice, is not changed.', 'en'],
    ['Goods that are replaced under clause 18.4 belong to the Supplier.', 'en'],
    ['The Supplier shall replace the goods in accordance with clause 18.4.', 'en'],
    ['Under clause 18.4 a faulty part is replaced.', 'en'],
    ['Clause 18.4 applies where a part is replaced.', 'en'],
    ['Clause 18.4 may be amended in writing only.', 'en'],
    ['No amendment of clause 18.4 is valid.', 'en'],
    ['The sum in Section 5, as amended, is paid monthly.', 'en'],
    ['Clause 18.4 remains as it is.', 'en'],
    ['The fee is governed by clause 18.4.', 'en'],
    ['The words “clause 18.4 is deleted” were spoken.', 'en'],
    ['The Client proposes to amend clause 7.1.', 'en'],
    ['The request to delete clause 4.1 was declined.', 'en'],
    ['Is clause 7.1 amended by this?', 'en'],
    ['> Clause 7.1 is deleted.', 'en'],
    ["Your letter had the words 'clause 7.1 is deleted'.", 'en'],
    ['If an item is removed, clause 4.1 applies.', 'en'],
    ['Item 4.2 of the list was replaced.', 'en'],
    ['§ 4 soll geändert werden.', 'de'],
    ['Se propone modificar el artículo 9.', 'es'],
    ['双方拟变更第四条。', 'zh'],
    ['Die Kündigung nach § 7 Abs. 2 bleibt unberührt.', 'de'],
    ['Eine Änderung nach § 7 ist nicht zulässig.', 'de'],
    ["La somme prévue à l'article 4 est due chaque mois.", 'fr'],
  ])('sees nothing where nothing is changed: %s', (sentence, language) => {
    expect(changed(sentence, language)).toEqual([]);
  });

  it('names a clause as the sentence does', () => {
    const [change] = changesIn('In clause 18.4 of it the sum is replaced by €240,000.');
    expect(change?.named).toBe('clause 18.4');
  });
});
