import { type Relationship, relationshipsOf } from '../relationships.ts';
import { parseXml, type XmlElement } from '../xml.ts';
import type { ZipArchive } from '../zip.ts';

/** The parts of a presentation, each parsed once: slides share their layouts, these their master. */
export class Parts {
  readonly #archive: ZipArchive;
  readonly #shared = new Map<string, Promise<XmlElement | undefined>>();
  readonly #relationships = new Map<string, Promise<Relationship[]>>();

  constructor(archive: ZipArchive) {
    this.#archive = archive;
  }

  /** Undefined where the archive has no such part. */
  async read(part: string): Promise<XmlElement | undefined> {
    const bytes = this.#archive.read(part);
    return bytes && parseXml(bytes, part);
  }

  /** A part that is no XML, such as an image. */
  bytes(part: string): Uint8Array | undefined {
    return this.#archive.read(part);
  }

  /** A part that others may refer to too. */
  shared(part: string): Promise<XmlElement | undefined> {
    const known = this.#shared.get(part) ?? this.read(part);
    this.#shared.set(part, known);
    return known;
  }

  relationships(part: string): Promise<Relationship[]> {
    const known = this.#relationships.get(part) ?? relationshipsOf(this.#archive, part);
    this.#relationships.set(part, known);
    return known;
  }

  /** The first part of a type that a part refers to. */
  async related(part: string, type: string): Promise<string | undefined> {
    const found = (await this.relationships(part)).find((one) => one.type === type && !one.isExternal);
    return found?.target;
  }
}
