/** Bytes that grow at the end. */
export class ByteWriter {
  length = 0;
  private bytes = Buffer.allocUnsafe(1024);

  clear(): void {
    this.length = 0;
  }

  /** Seven bits a byte, lowest first, the highest bit set on all but the last. `value` is an integer 0…2^53. */
  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  /** Byte by byte: most are a few, and a view of them would cost more. */
  append({ bytes, length }: ByteWriter): void {
    this.reserve(length);
    for (let index = 0; index < length; index += 1) this.bytes[this.length++] = bytes[index] as number;
  }

  /** A string of bytes, one a character, after its length. */
  key(key: string): void {
    this.varint(key.length);
    this.reserve(key.length);
    for (let index = 0; index < key.length; index += 1) this.bytes[this.length++] = key.charCodeAt(index);
  }

  /** What has been written, without a copy: gone with the next write. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.length + count, 2 * this.bytes.length));
    larger.set(this.view());
    this.bytes = larger;
  }
}

/** Reads what a `ByteWriter` has written. Past the end it reads zeros, so damaged bytes end every loop. */
export class ByteReader {
  position: number;
  readonly bytes: Buffer;

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = position;
  }

  get atEnd(): boolean {
    return this.position >= this.bytes.length;
  }

  varint(): number {
    let byte = this.bytes[this.position++] ?? 0;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    let scale = 0x80;
    do {
      byte = this.bytes[this.position++] ?? 0;
      value += (byte & 0x7f) * scale;
      scale *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  key(): string {
    const length = this.varint();
    this.position += length;
    return this.bytes.toString('latin1', this.position - length, this.position);
  }

  take(count: number): Buffer {
    this.position += count;
    return this.bytes.subarray(this.position - count, this.position);
  }
}
