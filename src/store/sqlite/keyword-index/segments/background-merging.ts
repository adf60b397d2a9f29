/** How long nothing must be written before merging begins, and how long each part of it gives way to others. */
const idleMs = 200;
const pauseMs = 5;

/**
 * Merges while nothing is written, in short steps between which the event loop turns. It keeps no process alive:
 * what is not done goes on after the next write, of any process.
 */
export class BackgroundMerging {
  /** Does a step for the collection and says whether more is due, or throws: then the next write tries again. */
  private readonly step: (collectionId: number) => boolean;
  private readonly due = new Set<number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(step: (collectionId: number) => boolean) {
    this.step = step;
  }

  /** After a write to the collection. */
  postpone(collectionId: number): void {
    this.due.add(collectionId);
    this.schedule(idleMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.due.clear();
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), delayMs).unref();
  }

  private run(): void {
    const [collectionId] = this.due;
    if (collectionId === undefined) return;
    if (!this.advance(collectionId)) this.due.delete(collectionId);
    this.schedule(pauseMs);
  }

  private advance(collectionId: number): boolean {
    try {
      return this.step(collectionId);
    } catch {
      return false;
    }
  }
}
