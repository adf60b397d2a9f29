/** Ends the process by SIGKILL at a write that a test chose. */
export class Faults {
  private before: number | undefined;
  private after: number | undefined;

  /** The n-th write from now is not done. */
  dieBefore(writes: number): void {
    this.before = writes;
  }

  /** The n-th write from now is done and not acknowledged. */
  dieAfter(writes: number): void {
    this.after = writes;
  }

  beforeWrite(): void {
    if (this.before !== undefined && --this.before === 0) die();
  }

  afterWrite(): void {
    if (this.after !== undefined && --this.after === 0) die();
  }
}

const die = () => process.kill(process.pid, 'SIGKILL');
