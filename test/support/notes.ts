import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A part, and words that stand in the notes about it and in no others: what there is to learn. */
const topics = [
  ['impeller', 'vanes', 'erosion', 'pitting'],
  ['bearing', 'grease', 'rollers', 'vibration'],
  ['valve', 'seat', 'spring', 'leakage'],
  ['gasket', 'flange', 'bolts', 'torque'],
  ['rotor', 'winding', 'insulation', 'voltage'],
  ['casing', 'weld', 'crack', 'radiograph'],
  ['shaft', 'keyway', 'runout', 'alignment'],
  ['coupling', 'elastomer', 'spider', 'slip'],
];

/** Notes of one chunk each, from which the built-in model can learn. */
export async function writeNotes(folder: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const [part, first, second, third] = topics[index % topics.length]!;
    await writeFile(
      join(folder, `${index}.md`),
      `# Service of ${part} ${index}\n\nThe ${part} was taken out of pump ${index} and cleaned. The crew measured ${first} and ${second} with care. Signs of ${third} were noted near the ${first}. After ${index * 7} hours the ${second} is to be looked at again for ${third}.\n`,
    );
  }
}
