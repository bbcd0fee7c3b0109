import type { Database, Statement } from '../../server/src/db/client.ts';
import {
  inputTexts,
  lockForHandOutStatement,
} from '../../server/src/features/access/hand-out-access.ts';
import {
  keysOfCodeStatement,
  lockCodeStatement,
  lockKeysOfCodeStatement,
} from '../../server/src/features/loans/queries.ts';
import {
  type HandoverRecord,
  handOutStatement,
  takeBackStatement,
} from '../../server/src/features/loans/statement.ts';
import { hex, hexId } from '../harness/seed.ts';
import { type HandoverCampus, holderOf } from './campus.ts';

const anything = Buffer.alloc(0);
const nothing: HandoverRecord = {
  at: new Date(0),
  personId: '',
  duty: null,
  used: null,
  events: [],
  notices: [],
};

/** Offsets that keep the ids of the tables' rows apart. */
const codeBase = 10_000_000;
const noticeBase = 20_000_000;
const loanBase = 30_000_000;

const hash = `decode(${hex(':n', 64)}, 'hex')`;

/** A pgbench script of one transaction; `:n` counts up, in a separate range per client. */
export function pgbenchScript(statements: readonly string[]): string {
  return [
    '\\set i :i + 1',
    '\\set n :client_id * :each + :i',
    'BEGIN;',
    ...statements.map((statement) => `${statement};`),
    'COMMIT;',
  ].join('\n');
}

export function handOutStatements(campus: HandoverCampus): string[] {
  const { key, holder, common } = parts(campus);
  const { text } = handOutStatement(nothing, {
    id: '',
    holder: { id: '', name: '' },
    sponsor: null,
    key: { id: '', version: 0, dueAt: null, graceUntil: null },
    dueRuleId: null,
    extended: 0,
    identifiedBy: 'code',
    tagChecked: false,
    grantId: null,
  });
  return transaction(
    inlineParameters({ text }, [
      ...common('hand-out'),
      idAt(loanBase),
      key,
      holder,
      '2',
      `'code'`,
      'false',
      `(now() + interval '8 hours')`,
      `(now() + interval '8 hours')`,
      'NULL',
      '0',
      'NULL',
      `'Person'`,
      'NULL',
      'NULL',
    ]),
    decideAccess,
  );
}

function parts(campus: HandoverCampus) {
  const first = firstNumber(campus.keys[0]?.id ?? '');
  const firstHolder = firstNumber(holderOf(campus, 0).id);
  const desk = `'${campus.desks[0]?.user.id}'`;
  const key = idAt(first);
  const holder = hex(`(:n % ${campus.faculty.length} + ${firstHolder})`, 24);
  const event = (action: string) =>
    `jsonb_build_array(jsonb_build_object('action', '${action}', 'level', 'INFO', 'rank', 20,
       'actorId', ${desk}, 'subjectId', ${holder}, 'keyId', ${key}, 'loanId', ${idAt(loanBase)},
       'method', 'code', 'custody', true))`;
  const notice = `jsonb_build_array(jsonb_build_object('id', ${idAt(noticeBase)}, 'userId', ${holder},
       'template', 'key-taken', 'facts', '{"keyNumber": "CSE-101", "keyName": "Room"}'::jsonb,
       'type', 'general', 'priority', 'medium', 'createdAt', now()))`;
  const answer = `jsonb_build_object('success', true, 'message', repeat('x', 600))`;
  const nobodyOnDuty = ['NULL', 'NULL'];
  const common = (action: string) => [
    'now()',
    desk,
    answer,
    idAt(codeBase),
    event(action),
    notice,
    ...nobodyOnDuty,
  ];
  return { key, holder, common, campusOf: { first, firstHolder } };
}

function firstNumber(id: string): number {
  return Number.parseInt(id, 16);
}

function idAt(base: number): string {
  return hexId(`(:n + ${base})`);
}

/** What a hand-out sends besides the loan: the lock on access rules, and the facts. */
const decideAccess = {
  lock: [inlineParameters(lockForHandOutStatement, [String(lockForHandOutStatement.values[0])])],
  facts: [inlineParameters({ text: inputTexts.code }, ['false', hash])],
};

function transaction(
  write: string,
  { lock, facts } = { lock: [] as string[], facts: [] as string[] },
): string[] {
  return [
    ...lock,
    inlineParameters(lockKeysOfCodeStatement(anything), [hash]),
    inlineParameters(lockCodeStatement(anything), [hash]),
    inlineParameters(keysOfCodeStatement(anything), [hash]),
    ...facts,
    write,
  ];
}

/** Replaces parameters with expressions of pgbench's variables. */
function inlineParameters(
  { text }: Pick<Statement, 'text'>,
  parameters: readonly string[],
): string {
  return text.replace(/\$(\d+)/g, (_, number: string) => parameters[Number(number) - 1] ?? 'NULL');
}

export function takeBackStatements(campus: HandoverCampus): string[] {
  const { holder, common } = parts(campus);
  const { text } = takeBackStatement(nothing, {
    loans: [{ loanId: '', returnType: 'own', key: { version: 0, returnedAt: new Date(0) } }],
    returnedBy: '',
    reason: null,
    tagsChecked: false,
  });
  return transaction(
    inlineParameters({ text }, [
      ...common('take-back').map((part) => part.replaceAll(`${noticeBase}`, `${noticeBase * 3}`)),
      holder,
      'NULL',
      'false',
      idAt(loanBase),
      `'own'`,
      'now()',
      '3',
    ]),
  );
}

export async function issueNumberedCodes(
  db: Database,
  campus: HandoverCampus,
  name: 'handOut' | 'takeBack',
): Promise<void> {
  const { first, firstHolder } = parts(campus).campusOf;
  await db.query('DELETE FROM codes');
  await db.query(
    `INSERT INTO codes (id, type, secret_hash, key_ids, user_id, session_id, issued_at, expires_at)
     SELECT ${hex(`(n + ${codeBase})`, 24)}, $1, decode(${hex('n', 64)}, 'hex'),
            ARRAY[${hex(`(n + ${first})`, 24)}],
            ${hex(`(n % ${campus.faculty.length} + ${firstHolder})`, 24)}, $2, now(),
            now() + interval '1 hour'
       FROM generate_series(0, ${campus.keys.length - 1}) n`,
    [name === 'handOut' ? 'key-request' : 'key-return', campus.desks[0]?.session.sessionId],
  );
}
