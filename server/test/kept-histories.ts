import { api } from '@keydesk/shared/api';
import type { UndoneHandover } from '@keydesk/shared/loans/loan';
import type { Database } from '../src/db/client.ts';
import type { TestClient } from './test-client.ts';

type Readers = { guard: TestClient; admin: TestClient };

/**
 * Everything that histories have shown of some keys, as facts with the holder's name at that time.
 * Later reads may add to a fact, such as a new name or an undo.
 */
export class KeptHistories {
  readonly #readers: Readers;
  readonly #db: Database;
  readonly #keyIds: readonly string[];
  readonly #facts = new Set<string>();

  constructor(readers: Readers, db: Database, keyIds: readonly string[]) {
    this.#readers = readers;
    this.#db = db;
    this.#keyIds = keyIds;
  }

  /** Reads all again; returns facts that have disappeared. */
  async lost(): Promise<string[]> {
    const facts = new Set(
      (
        await Promise.all([this.#ofKeys(), this.#ofPeople(), this.#ofDesk(), this.#ofFile()])
      ).flat(),
    );
    const lost = [...this.#facts].filter((fact) => !facts.has(fact));
    for (const fact of facts) this.#facts.add(fact);
    return lost;
  }

  async #ofKeys(): Promise<string[]> {
    const { guard } = this.#readers;
    const ofKey = async (id: string) => {
      const loans = await allPages((query) => guard.get(api.keyHistory, { params: { id }, query }));
      return loans.flatMap((loan) => factsOf(`key ${id}`, loan, nameThen(loan.holder.name)));
    };
    return (await Promise.all(this.#keyIds.map(ofKey))).flat();
  }

  async #ofPeople(): Promise<string[]> {
    const { rows } = await this.#db.query<{ id: string; name: string }>(
      `SELECT DISTINCT users.id, users.name FROM loans JOIN users ON users.id = holder_id
        WHERE key_id = ANY($1)`,
      [this.#keyIds],
    );
    const ofPerson = async ({ id, name }: { id: string; name: string }) => {
      const { admin } = this.#readers;
      const loans = await allPages((query) => admin.get(api.userLoans, { params: { id }, query }));
      return loans.flatMap((loan) => factsOf(`person ${id}`, loan, loan.heldAs ?? name));
    };
    return (await Promise.all(rows.map(ofPerson))).flat();
  }

  async #ofDesk(): Promise<string[]> {
    const facts: string[] = [];
    let before: string | undefined;
    for (;;) {
      const query = { limit: '100', ...(before && { before }) };
      const { data } = await this.#readers.guard.get(api.listHandovers, { query });
      for (const { kind, loanId, at, key, holder, undoing } of data.handovers) {
        const fact = `desk ${key.id} ${kind} ${loanId} ${at} ${nameThen(holder.name)}`;
        facts.push(fact, ...(undoing ? [`${fact} undone ${undoing.undoneAt}`] : []));
      }
      if (!data.hasMore) return facts;
      before = data.handovers.at(-1)?.at;
    }
  }

  async #ofFile(): Promise<string[]> {
    const { body } = await this.#readers.guard.call(api.exportHandovers, {});
    const [, ...lines] = String(body.text).trim().split('\r\n');
    return lines.map((line) => {
      const [at, what, keyNumber, , , holder] = cellsOf(line);
      return `file ${at} ${what?.replace(', undone', '')} ${keyNumber} ${nameThen(holder ?? '')}`;
    });
  }
}

type Loan = {
  _id: string;
  takenAt: string;
  returnedAt: string | null;
  returnType: string | null;
  undone?: readonly UndoneHandover[] | undefined;
};

function factsOf(where: string, loan: Loan, name: string): string[] {
  const about = `${where}: loan ${loan._id} of ${name}`;
  const returns = [loan, ...(loan.undone ?? [])].filter(
    ({ returnedAt, returnType }) => returnedAt !== null && returnType !== 'cancelled',
  );
  return [
    `${about}, taken ${loan.takenAt}`,
    ...returns.map((back) => `${about}, back ${back.returnedAt} as ${back.returnType}`),
    ...(loan.undone ?? []).map((each) => `${about}, ${each.handover} undone ${each.undoneAt}`),
  ];
}

/** 'Ravi Kumar' from 'Ravi Kumar, now Vikram Menon'. */
function nameThen(shown: string): string {
  return shown.split(', now ')[0] ?? shown;
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}

async function allPages<Loan extends { _id: string }>(
  read: (query: Record<string, string>) => Promise<{ data: { loans: Loan[]; hasMore: boolean } }>,
): Promise<Loan[]> {
  const loans: Loan[] = [];
  for (;;) {
    const before = loans.at(-1)?._id;
    const { data } = await read(before ? { before } : {});
    loans.push(...data.loans);
    if (!data.hasMore) return loans;
  }
}
