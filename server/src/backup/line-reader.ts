import type { Hash } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import { endOfRows } from './backup-format.ts';

const lineFeed = 10;
const longestLine = 1_000_000;
const endsAfterRow = Buffer.from(`\n${endOfRows}`);
const ends = Buffer.from(endOfRows);

const cutShort = (): BackupError =>
  new BackupError('The backup is damaged: it is cut short. Nothing was changed.');

/** Takes single lines and blocks of rows off a stream, and digests what was taken. */
export class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash: Hash;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>, hash: Hash) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#hash = hash;
  }

  /** The next line, without its end. */
  async line(): Promise<Buffer> {
    let end = this.#held.indexOf(lineFeed);
    while (end < 0) {
      if (this.#held.length > longestLine || !(await this.#more())) throw cutShort();
      end = this.#held.indexOf(lineFeed);
    }
    return this.#take(end + 1).subarray(0, end);
  }

  /** Whole rows, many at a time, up to the line that ends them, which is taken too. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfRows();
      if (end >= 0) {
        if (end > 0) yield this.#take(end);
        this.#take(ends.length);
        return;
      }
      const whole = this.#held.lastIndexOf(lineFeed) + 1;
      if (whole > 0) yield this.#take(whole);
      if (!(await this.#more())) throw cutShort();
    }
  }

  /** The digest of everything taken so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async requireEnd(): Promise<void> {
    if (this.#held.length > 0 || (await this.#more()))
      throw new BackupError('The backup is damaged: something follows its end.');
  }

  #endOfRows(): number {
    if (this.#held.subarray(0, ends.length).equals(ends)) return 0;
    const at = this.#held.indexOf(endsAfterRow);
    return at < 0 ? -1 : at + 1;
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, value]) : value;
    return true;
  }
}
