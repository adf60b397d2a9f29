import type { Metadata } from '../../../src/index.ts';
import type { filters, Given, Target, Updates } from './operations.ts';

/** A document as it must be. */
export interface Expected {
  readonly documentId: string;
  readonly text: string;
  readonly version: number;
  readonly title: string;
  /** As it was when the document was embedded. */
  readonly embeddedTitle: string;
  readonly tags: readonly string[];
  readonly project: string | undefined;
  readonly metadata: Metadata;
  /** Whether chunk ids carry the version. */
  readonly isVersioned: boolean;
  /** Of single chunks, by sequence. */
  readonly marks: ReadonlyMap<number, Metadata>;
}

const equal = (said: unknown, known: unknown) =>
  said === undefined || JSON.stringify(said) === JSON.stringify(known);

export class Reference {
  readonly present = new Map<string, Expected>();
  readonly earlier = new Map<string, Expected[]>();

  put({ documentId, source, ...said }: Given, isKept: boolean): 'inserted' | 'replaced' {
    const before = this.present.get(documentId);
    const title = said.title ?? documentId;
    this.#succeed(
      {
        documentId,
        text: source,
        version: (before?.version ?? 0) + 1,
        title,
        embeddedTitle: title,
        tags: said.tags ?? before?.tags ?? [],
        project: said.project ?? before?.project,
        metadata: said.metadata ?? before?.metadata ?? {},
        isVersioned: isKept,
        marks: new Map(),
      },
      isKept,
    );
    return before ? 'replaced' : 'inserted';
  }

  reprocess(documentId: string, isKept: boolean): void {
    const before = this.present.get(documentId)!;
    const next = { ...before, version: before.version + 1, embeddedTitle: before.title, isVersioned: isKept };
    this.#succeed(next, isKept);
  }

  #succeed(next: Expected, isKept: boolean): void {
    const before = this.present.get(next.documentId);
    if (before && isKept) {
      const past = this.earlier.get(next.documentId) ?? [];
      this.earlier.set(next.documentId, [...past, { ...before, isVersioned: true }]);
    }
    this.present.set(next.documentId, next);
  }

  remove(documentId: string): void {
    this.present.delete(documentId);
    this.earlier.delete(documentId);
  }

  /** Whether putting this again would change nothing. */
  isSame({ documentId, source, tags, project, title, metadata }: Given): boolean {
    const before = this.present.get(documentId);
    if (before === undefined) return false;
    return (
      before.text === source &&
      equal(tags, before.tags) &&
      equal(project, before.project) &&
      equal(title, before.title) &&
      (metadata === undefined || isEqualMetadata(metadata, before.metadata))
    );
  }

  describe(documentId: string, changes: Updates): void {
    const before = this.present.get(documentId)!;
    const { title = before.title, tags, project, ...own } = changes;
    const named = Object.entries(own).map(([key, value]) => [key.replace('metadata.', ''), value] as const);
    this.present.set(documentId, {
      ...before,
      title: title as string,
      tags: tags === undefined ? before.tags : ((tags ?? []) as string[]),
      project: project === undefined ? before.project : ((project ?? undefined) as string | undefined),
      metadata: merged(before.metadata, named),
    });
  }

  mark(documentId: string, sequence: number, changes: Updates): void {
    const before = this.present.get(documentId)!;
    const known = before.marks.get(sequence) ?? {};
    const next = new Map(before.marks).set(sequence, merged(known, Object.entries(changes)));
    this.present.set(documentId, { ...before, marks: next });
  }

  idsOf(target: Target): string[] {
    const all = [...this.present.values()];
    const matching =
      'documentIds' in target
        ? all.filter(({ documentId }) => target.documentIds.includes(documentId))
        : all.filter((document) => matches(document, target.filter));
    return matching.map(({ documentId }) => documentId).sort();
  }
}

function merged(known: Metadata, changes: readonly (readonly [string, unknown])[]): Metadata {
  const next = { ...known, ...Object.fromEntries(changes) } as Record<string, Metadata[string] | null>;
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) as Metadata;
}

const isEqualMetadata = (one: Metadata, other: Metadata) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

function matches(
  { tags, metadata, project, title, version }: Expected,
  filter: (typeof filters)[number],
): boolean {
  if ('tags' in filter) return tags.includes('red');
  if ('client' in filter) return metadata['client'] === 'acme';
  if ('project' in filter) return project !== undefined;
  if ('title' in filter) return ['a', 'b', 'Named'].includes(title);
  return version > 1;
}
