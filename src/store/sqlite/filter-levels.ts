import { resolveField } from '../fields.ts';
import type { FilterNode } from '../filter.ts';
import type { SqlDatabase } from './driver.ts';
import { metadataKey } from './field-values.ts';

/** A filter as two that must both hold: one that documents alone decide, and what is left for chunks. */
export interface FilterLevels {
  readonly ofDocuments: readonly FilterNode[];
  readonly ofChunks: readonly FilterNode[];
}

/**
 * Documents are fewer than chunks, so what they can decide is asked of them. A field of the user's own is theirs
 * unless some chunk of the collection has one of that name.
 */
export function splitByLevel(
  database: SqlDatabase,
  collectionId: number,
  filter: FilterNode | undefined,
): FilterLevels {
  const nodes = filter === undefined ? [] : conjuncts(filter);
  const isOfDocuments = (node: FilterNode) =>
    fieldsIn(node).every((field) => isDocumentField(database, collectionId, field));
  return {
    ofDocuments: nodes.filter(isOfDocuments),
    ofChunks: nodes.filter((node) => !isOfDocuments(node)),
  };
}

function conjuncts(filter: FilterNode): readonly FilterNode[] {
  return filter.kind === 'and' ? filter.nodes.flatMap(conjuncts) : [filter];
}

function fieldsIn(node: FilterNode): string[] {
  if (node.kind === 'and' || node.kind === 'or') return node.nodes.flatMap(fieldsIn);
  return node.kind === 'not' ? fieldsIn(node.node) : [node.field];
}

function isDocumentField(database: SqlDatabase, collectionId: number, name: string): boolean {
  const field = resolveField(name);
  if (field.level !== 'metadata') return field.level === 'document';
  const ofChunks = database
    .prepare('SELECT 1 FROM chunk_fields WHERE collection_id = ? AND key = ? LIMIT 1')
    .get([collectionId, metadataKey(field.name)]);
  return ofChunks === undefined;
}
