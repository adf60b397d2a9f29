/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { alternativeTextOf } from '../../../write/alternative-text.ts';
import { scratchBytes, type Engine, type PdfiumModule } from './module.ts';
import type { TaggedFigure } from './pictures.ts';
import { readUtf16 } from './text.ts';
import { levelOfType, type StructureTag } from '../structure-tag.ts';

/** Elements of a page that are looked at, and how deep: loops and bombs end here. */
const maxElements = 20_000;
const maxDepth = 64;

const sections = new Set(['Part', 'Sect', 'Art']);
const noHeading: StructureTag = { level: 0 };

/** Where an element stands in the tree. */
interface Place {
  readonly depth: number;
  /** Sections around it. */
  readonly sectionDepth: number;
  /** What it belongs to. */
  readonly tag: StructureTag;
  readonly figure: TaggedFigure | undefined;
}

/** The elements of a page by the ids that its content is marked with. */
export interface PageStructure {
  readonly tags: ReadonlyMap<number, StructureTag>;
  readonly figures: ReadonlyMap<number, TaggedFigure>;
}

/** The elements of one page; none where it is not tagged. */
export function readStructure(engine: Engine, page: number): PageStructure {
  const { module } = engine;
  const tags = new Map<number, StructureTag>();
  const figures = new Map<number, TaggedFigure>();
  const tree = module._FPDF_StructTree_GetForPage(page);
  if (tree === 0) return { tags, figures };
  let left = maxElements;
  const visit = (element: number, place: Place): void => {
    if (element === 0 || place.depth > maxDepth || left-- <= 0) return;
    const type = typeOf(engine, element);
    const tag = tagOf(type, place);
    const sectionDepth = place.sectionDepth + (sections.has(type) ? 1 : 0);
    const figure = type === 'Figure' ? figureOf(module, element) : place.figure;
    const children = module._FPDF_StructElement_CountChildren(element);
    for (let index = 0; index < children; index++) {
      const id = module._FPDF_StructElement_GetChildMarkedContentID(element, index);
      if (id >= 0) {
        tags.set(id, tag);
        if (figure) figures.set(id, figure);
      } else {
        const child = module._FPDF_StructElement_GetChildAtIndex(element, index);
        visit(child, { depth: place.depth + 1, sectionDepth, tag, figure });
      }
    }
  };
  const roots = module._FPDF_StructTree_CountChildren(tree);
  for (let index = 0; index < roots; index++) {
    const root = module._FPDF_StructTree_GetChildAtIndex(tree, index);
    visit(root, { depth: 0, sectionDepth: 0, tag: noHeading, figure: undefined });
  }
  module._FPDF_StructTree_Close(tree);
  return { tags, figures };
}

function figureOf(module: PdfiumModule, element: number): TaggedFigure {
  const text = readUtf16(module, (buffer, bytes) =>
    module._FPDF_StructElement_GetAltText(element, buffer, bytes),
  );
  return { alternativeText: alternativeTextOf(text) };
}

/** What stands in a heading or an item belongs to it. */
function tagOf(type: string, { tag, sectionDepth }: Place): StructureTag {
  if (tag.level > 0) return tag;
  const level = levelOfType(type, sectionDepth);
  if (level > 0) return { level };
  return type === 'LI' ? { level, isItem: true } : tag;
}

/** Short and of ASCII characters, two bytes each. */
function typeOf({ module, scratch }: Engine, element: number): string {
  const bytes = module._FPDF_StructElement_GetType(element, scratch, scratchBytes);
  let type = '';
  for (let at = scratch; at < scratch + Math.min(bytes, scratchBytes) - 2; at += 2) {
    type += String.fromCharCode(module.HEAPU8[at]!);
  }
  return type;
}
