import { api } from '@keydesk/shared/api';
import type { Key } from '@keydesk/shared/keys/key';
import { correctionOf, type ShownHandover } from '@keydesk/shared/loans/shown-result';
import type { Database } from '../src/db/client.ts';
import type { LivePage } from './live-page.ts';
import { openPage } from './live-page.ts';
import type { TestClient } from './test-client.ts';

/**
 * An open page with every result that it ever showed, at the desk or on a holder's phone. It knows
 * keys as pages do: from its first read, and from live events.
 */
export class OpenPage {
  readonly reader: TestClient;
  readonly results: ShownHandover[] = [];
  readonly #isDesk: boolean;
  #live: LivePage;
  #keys = new Map<string, Key>();
  #heard = 0;

  constructor(reader: TestClient, live: LivePage) {
    this.reader = reader;
    this.#live = live;
    this.#isDesk = reader.user.role !== 'faculty';
  }

  static async of(reader: TestClient): Promise<OpenPage> {
    const page = new OpenPage(reader, await openPage(reader));
    await page.#readKeys();
    return page;
  }

  show(...results: ShownHandover[]): void {
    this.results.push(...results);
  }

  /** A phone's result after its code was used: the key from the handover's event. */
  async showCode(handover: ShownHandover['handover'], keyIds: readonly string[]): Promise<void> {
    await this.hear();
    for (const keyId of keyIds) {
      const key = this.#keys.get(keyId);
      if (!key) continue;
      const isReturn = handover === 'return';
      this.show({
        keyId,
        keyNumber: key.keyNumber,
        handover,
        version: key.version,
        loanId: isReturn ? null : key.loanId,
        holder: { id: this.reader.user.id, name: '' },
        at: (isReturn ? key.returnedAt : key.takenAt) ?? key.updatedAt,
      });
    }
  }

  async #readKeys(): Promise<void> {
    const { keys } = (await this.reader.get(api.listKeys)).data;
    this.#keys = new Map(keys.map((key) => [key._id, key]));
    this.#heard = 0;
  }

  /** Applies every event sent until now, unless the page has a newer version. */
  async hear(): Promise<void> {
    const isConnected = await this.#live.caughtUp().then(
      () => true,
      () => false,
    );
    // The server disconnects people who were changed; their pages reconnect and refetch all.
    if (!isConnected) {
      this.#live = await openPage(this.reader);
      await this.#readKeys();
    }
    for (const [name, event] of this.#live.events.slice(this.#heard)) {
      if (name !== 'key-updated' && name !== 'user-key-updated') continue;
      const { action, key, version } = event;
      if (version <= (this.#keys.get(key._id)?.version ?? 0)) continue;
      if (action === 'delete') this.#keys.delete(key._id);
      else this.#keys.set(key._id, key);
    }
    this.#heard = this.#live.events.length;
  }

  /** Every result on which the page and the database disagree. */
  async contradictions(db: Database) {
    await this.hear();
    const readerId = this.#isDesk ? undefined : this.reader.user.id;
    const holding = await holdingInDatabase(db, this.results, this.#isDesk);
    return this.results.flatMap((shown, index) => {
      const correction = correctionOf(shown, this.#keys.get(shown.keyId) ?? null, readerId);
      const isGreen = correction === null;
      if (isGreen === holding[index]) return [];
      const page = this.#isDesk ? 'desk' : 'phone';
      return [{ page, shown, says: correction?.title ?? 'green', record: holding[index] }];
    });
  }
}

/**
 * Which results hold by the tables alone. A hand-out: its loan is open in that holder's name,
 * undisputed, and the key is in order. A return: nothing valid came after it, and the key is not
 * missing. A recall is a warning at the desk only.
 */
async function holdingInDatabase(
  db: Database,
  results: readonly ShownHandover[],
  isDesk: boolean,
): Promise<boolean[]> {
  const { rows } = await db.query<{ holds: boolean }>(
    `SELECT k.deleted_at IS NULL
            AND NOT EXISTS (SELECT FROM incidents i WHERE i.key_id = s.key_id
                             AND i.resolved_at IS NULL AND i.kind IN ('lost', 'missing'))
            AND CASE WHEN s.handover = 'hand-out'
                THEN EXISTS (SELECT FROM loans l
                              WHERE l.id = s.loan_id AND l.holder_id = s.holder_id
                                AND l.returned_at IS NULL AND ($6 OR l.recalled_at IS NULL)
                                AND NOT EXISTS (SELECT FROM loan_disputes d
                                                 WHERE d.loan_id = l.id AND d.settled_at IS NULL))
                ELSE coalesce((SELECT date_trunc('milliseconds', l.returned_at) >= s.at
                                 FROM loans l
                                WHERE l.key_id = s.key_id
                                  AND coalesce(l.return_type, '') NOT IN ('cancelled', 'lost')
                                ORDER BY l.returned_at DESC NULLS FIRST LIMIT 1), false)
                END AS holds
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
            WITH ORDINALITY AS s (key_id, handover, loan_id, holder_id, at, place)
       JOIN keys k ON k.id = s.key_id
      ORDER BY s.place`,
    [
      results.map(({ keyId }) => keyId),
      results.map(({ handover }) => handover),
      results.map(({ loanId }) => loanId),
      results.map(({ holder }) => holder.id ?? null),
      results.map(({ at }) => at),
      !isDesk,
    ],
  );
  return rows.map(({ holds }) => holds);
}
