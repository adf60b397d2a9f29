/**
 * Tables found in PDFs against people's annotation, by cell adjacency (see `adjacency.ts`), from finding the tables to the
 * text of their cells: the EU half of the ICDAR 2013 competition; and against tabula's output for other files, which is a
 * comparison and no truth.
 *
 *   npm run bench -- load/tables [--data <folder>] [--each]
 *
 * Precision and recall are averaged over documents, as the competition does, and pooled over all relations. `odd` and `even`
 * are the documents by number: constants were chosen on the odd ones. `--each` prints every document.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findTablesOf } from './found-tables.ts';
import { icdarDocuments } from './icdar.ts';
import { judge, scoreHeader, scoreRow, type Judged } from './table-scores.ts';
import { readTabulaCsv } from './tabula-csv.ts';

const { values } = parseArgs({
  options: {
    each: { type: 'boolean', default: false },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data/pdfs') },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);

/** Files whose first page is what tabula's output is of. */
const tabulaFiles = [
  ['AnimalSounds', 'tables-ruled'],
  ['frx_2012_disclosure', 'tables-ruled'],
  ['schools', 'tables-ruled'],
  ['spanning_cells', 'tables-ruled'],
  ['argentina_diputados_voting_record', 'tables-unruled'],
  ['indictb1h_14', 'tables-unruled'],
  ['spreadsheet_no_bounding_frame', 'tables-unruled'],
] as const;

async function judgeIcdar(): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const { name, file, regions } of icdarDocuments(values.data)) {
    judged.push(judge(name, regions, await findTablesOf(file)));
  }
  return judged;
}

async function judgeTabula(): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [name, folder] of tabulaFiles) {
    const expected = readTabulaCsv(path.join(values.data, '_ground-truth/tabula-csv', `${name}.csv`));
    const found = await findTablesOf(path.join(values.data, folder, `tabula-java__${name}.pdf`));
    judged.push(
      judge(
        name,
        [expected],
        found.filter(({ page }) => page === 1),
      ),
    );
  }
  return judged;
}

function isOdd({ name }: Judged): boolean {
  return Number(/\d+/.exec(name)![0]) % 2 === 1;
}

const icdar = await judgeIcdar();
console.log(`ICDAR 2013, EU\n\n${scoreHeader}`);
if (values.each) for (const document of icdar) console.log(scoreRow(document.name, [document]));
console.log(scoreRow('odd', icdar.filter(isOdd)));
console.log(
  scoreRow(
    'even',
    icdar.filter((document) => !isOdd(document)),
  ),
);
console.log(scoreRow('all', icdar));

const tabula = await judgeTabula();
console.log(`\ntabula's output\n\n${scoreHeader}`);
for (const document of tabula) console.log(scoreRow(document.name, [document]));
console.log(scoreRow('all', tabula));
