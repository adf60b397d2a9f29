import type { LoadedDocument, Section } from '../types.ts';
import { Turn } from '../util/turn.ts';
import { type Atom, joinBlocks } from './atoms.ts';
import type { ChunkDraft, ChunkOptions, Chunker } from './chunker.ts';
import { divide, divideIntoWords } from './divide.ts';
import { blocksOf, draftOf } from './draft.ts';
import { Measure } from './measure.ts';
import { checkChunkOptions } from './options.ts';
import { type PlacedBlock, commonHeadingPath, placeBlocks } from './outline.ts';
import { packUnits } from './pack.ts';
import { tableUnits } from './table-units.ts';
import type { PackOptions, Unit } from './unit.ts';

/**
 * Follows the document's blocks and sections. A section that fits is one chunk or part of one: small neighbours
 * under the same parent heading are merged up to the size, those without a parent are not. In longer sections
 * paragraphs, lists, tables and code are merged the same way, and cut only when they do not fit: text between
 * sentences, tables between rows with the header row as context, code between lines. A heading stays with what
 * it introduces. Chunks overlap within running text under one heading only.
 */
export const structureChunker: Chunker = {
  name: 'structure',
  async chunk(document, options) {
    checkChunkOptions(options);
    options.signal?.throwIfAborted();
    const measure = await Measure.open(document.text, options.tokenizer, options.signal);
    return new StructureChunking(document, measure, options).draft();
  },
};

/** One document being cut. */
class StructureChunking {
  readonly #atoms: Atom[];
  readonly #packing: PackOptions;
  readonly #drafts: ChunkDraft[] = [];

  constructor(document: LoadedDocument, measure: Measure, { chunkSize, overlap, signal }: ChunkOptions) {
    this.#packing = {
      measure,
      limit: chunkSize,
      overlap,
      language: document.language,
      shares: areRunningText,
      evenTail: true,
      turn: new Turn(signal),
    };
    this.#atoms = joinBlocks(placeBlocks(document), { measure, limit: chunkSize });
  }

  async draft(): Promise<ChunkDraft[]> {
    await this.#cut(this.#atoms, 0);
    return this.#drafts;
  }

  /** Cuts atoms that share their sections down to `depth`. */
  async #cut(atoms: readonly Atom[], depth: number): Promise<void> {
    const { turn } = this.#packing;
    let units: Unit[] = [];
    const flush = async () => {
      await this.#pack(units);
      units = [];
    };
    for (const { section, members } of bySection(atoms, depth)) {
      if (turn.isOver()) await turn.next();
      const whole = unitOf(members);
      if ((section === undefined || depth > 0) && this.#fits(whole)) units.push(whole);
      else if (section !== undefined) {
        await flush();
        await this.#cut(members, depth + 1);
      } else if (isRunningText(whole)) {
        for (const part of this.#divided(whole)) units.push(part);
      } else {
        await flush();
        await this.#pack(this.#divided(whole));
      }
    }
    await flush();
  }

  #fits(unit: Unit): boolean {
    return this.#packing.measure.fits(unit, this.#packing.limit);
  }

  /** Parts of an atom that does not fit, the first of them with the headings before it. */
  #divided({ start, blocks }: Unit): Unit[] {
    const body = blocks.at(-1)!;
    const parts = this.#partsOf(body);
    const [first, ...rest] = parts;
    const joined: Unit = { start, end: first!.end, blocks };
    if (start === body.charStart || this.#fits(joined)) return [joined, ...rest];
    const words = divideIntoWords(first!, this.#packing).map((part) => ({ ...part, blocks: [body] }));
    const opening: Unit = { start, end: words[0]!.end, blocks };
    if (body.kind !== 'table' && this.#fits(opening)) return [opening, ...words.slice(1), ...rest];
    const heading = divide({ start, end: blocks.at(-2)!.charEnd }, 'heading', this.#packing);
    return [...heading.map((part) => ({ ...part, blocks: blocks.slice(0, -1) })), ...parts];
  }

  #partsOf(body: PlacedBlock): Unit[] {
    if (body.kind === 'table') return tableUnits(body, this.#packing);
    const span = { start: body.charStart, end: body.charEnd };
    return divide(span, body.kind, this.#packing).map((part) => ({ ...part, blocks: [body] }));
  }

  async #pack(units: readonly Unit[]): Promise<void> {
    for (const pack of await packUnits(units, this.#packing)) {
      const blocks = blocksOf(pack);
      const bodies = blocks.filter((block) => block.kind !== 'heading');
      this.#drafts.push(draftOf(pack, commonHeadingPath(bodies.length > 0 ? bodies : blocks.slice(-1))));
    }
  }
}

interface SectionGroup {
  /** The section at the depth asked for; atoms that stand in none are groups of one. */
  readonly section?: Section;
  readonly members: readonly Atom[];
}

function bySection(atoms: readonly Atom[], depth: number): SectionGroup[] {
  const groups: { section?: Section; members: Atom[] }[] = [];
  for (const atom of atoms) {
    const section = atom.blocks.at(-1)!.sections[depth];
    const last = groups.at(-1);
    if (section !== undefined && last?.section === section) last.members.push(atom);
    else groups.push({ section, members: [atom] });
  }
  return groups;
}

function unitOf(atoms: readonly Atom[]): Unit {
  return { start: atoms[0]!.start, end: atoms.at(-1)!.end, blocks: atoms.flatMap((atom) => atom.blocks) };
}

function isRunningText({ blocks }: Unit): boolean {
  const { kind } = blocks.at(-1)!;
  return kind === 'text' || kind === 'list';
}

/** Whether the second unit goes on with the running text of the first, under the same heading. */
function areRunningText(before: Unit, after: Unit): boolean {
  const isSameSection = before.blocks.at(-1)!.sections.at(-1) === after.blocks.at(-1)!.sections.at(-1);
  return (
    isSameSection && isRunningText(before) && isRunningText(after) && after.blocks[0]!.kind !== 'heading'
  );
}
