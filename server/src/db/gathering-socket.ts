import { Socket } from 'node:net';

/**
 * A socket that sends with one call of the system what is corked in one turn of the program. The
 * driver corks each statement; those of a transaction that travel together would be a call each,
 * and these calls cost more than anything else in a handover.
 */
export class GatheringSocket extends Socket {
  #gathering = false;

  override cork(): void {
    super.cork();
    if (this.#gathering) return;
    this.#gathering = true;
    super.cork();
    process.nextTick(() => {
      this.#gathering = false;
      super.uncork();
    });
  }
}
