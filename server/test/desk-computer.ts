import { api } from '@keydesk/shared/api';
import type { DeskComputer } from '@keydesk/shared/duty/duty';
import type { Role } from '@keydesk/shared/http/roles';
import type { Route } from '@keydesk/shared/http/route';
import type { z } from 'zod';
import type { Database } from '../src/db/client.ts';
import { newId } from '../src/db/ids.ts';
import { desks } from '../src/db/schema.ts';
import { connectPage, type LivePage } from './live-page.ts';
import { type Answer, type CallOptions, send, type TestClient } from './test-client.ts';

type Campus = { url: string; db: Database; person(role: Role): Promise<TestClient> };

type Success<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : never;

/** An enrolled computer of a desk, which calls the API with its cookie only. */
export class TestComputer {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly deskId: string;

  constructor(url: string, secret: string, state: DeskComputer) {
    this.url = url;
    this.secret = secret;
    this.id = state.computer.id;
    this.deskId = state.desk.id;
  }

  get proofs(): Record<string, string> {
    return { cookie: `keydesk_desk=${this.secret}` };
  }

  call(route: Route, options: CallOptions = {}): Promise<Answer> {
    return send(this.url, route, options, this.proofs);
  }

  /** Calls a route; any answer but success fails the test with the response's text. */
  async get<R extends Route>(route: R, options: CallOptions = {}): Promise<Success<R>> {
    const { status, body } = await this.call(route, options);
    if (status !== 200) throw new Error(`${route.path}: ${status} ${JSON.stringify(body)}`);
    return body as Success<R>;
  }

  async state(): Promise<DeskComputer> {
    const { desk } = await this.get(api.checkAuth);
    if (!desk) throw new Error('Not at a desk');
    return desk;
  }

  async duty() {
    const { duty } = await this.state();
    return duty && { guard: duty.guard.name, locked: duty.locked };
  }

  openPage(): Promise<LivePage> {
    return connectPage(this.url, { computer: this.secret, origin: this.url });
  }
}

export async function insertDesk(
  { db }: Pick<Campus, 'db'>,
  overrides: Partial<typeof desks.$inferInsert> = {},
): Promise<string> {
  const id = newId();
  await db.orm
    .insert(desks)
    .values({ id, name: `Desk ${id.slice(-6)}`, place: 'Main Gate', position: 1, ...overrides });
  return id;
}

/** Enrols a new computer with a code from an admin. */
export async function enrolComputer(
  campus: Campus,
  deskId?: string,
  name = 'PC 1',
): Promise<TestComputer> {
  const admin = await campus.person('admin');
  const { data } = await admin.get(api.createEnrolment, {
    body: { deskId: deskId ?? (await insertDesk(campus)), name },
  });
  return typeEnrolmentCode(campus, data.code);
}

export async function typeEnrolmentCode(
  campus: Pick<Campus, 'url'>,
  code: string,
): Promise<TestComputer> {
  const answer = await send(campus.url, api.enrolComputer, { body: { code } });
  if (answer.status !== 200) throw new Error(`enrol: ${JSON.stringify(answer.body)}`);
  const [cookie = ''] = answer.headers.getSetCookie();
  const secret = /^keydesk_desk=([^;]+)/.exec(cookie)?.[1] ?? '';
  return new TestComputer(campus.url, secret, (answer.body as { data: DeskComputer }).data);
}

export async function dutyCode(guard: TestClient): Promise<string> {
  return (await guard.get(api.issueCode, { body: { type: 'duty' } })).data.qrText;
}

export async function beginDuty(computer: TestComputer, guard: TestClient): Promise<void> {
  await computer.get(api.beginDuty, { body: { qrData: await dutyCode(guard) } });
}

export async function dutyAt(
  campus: Campus,
  deskId?: string,
): Promise<{ computer: TestComputer; guard: TestClient }> {
  const computer = await enrolComputer(campus, deskId);
  const guard = await campus.person('security');
  await beginDuty(computer, guard);
  return { computer, guard };
}

/** Sends a scanned text as a shift code. */
export function showDutyCode(computer: TestComputer, qrData: unknown): Promise<Answer> {
  return computer.call(api.beginDuty, { body: { qrData } });
}

/** The answer to a hand-out of a new key to a new person at this computer. */
export async function handOverAt(
  campus: { person(): Promise<TestClient>; key(): Promise<{ id: string }> },
  computer: TestComputer,
): Promise<Answer & { keyId: string; holder: TestClient }> {
  const [holder, key] = [await campus.person(), await campus.key()];
  const body = { type: 'key-request', keyId: key.id };
  const { qrText } = (await holder.get(api.issueCode, { body })).data;
  const answer = await computer.call(api.scanRequest, { body: { qrData: qrText } });
  return { ...answer, keyId: key.id, holder };
}

export async function dutiesAt({ db }: Pick<Campus, 'db'>, { id }: TestComputer) {
  const { rows } = await db.query(
    'SELECT guard_id, begun_by, ended_by FROM duties WHERE device_id = $1 ORDER BY begun_at',
    [id],
  );
  return rows;
}

export const nobodyOnDuty = {
  status: 403,
  body: { message: 'No one is on duty at this computer. Show your shift code.' },
};

export const deskLocked = {
  status: 403,
  body: { message: 'This computer is locked. Unlock it with your shift code or PIN.' },
};
