import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { deskRoles } from '@keydesk/shared/http/roles';
import { resolutionBy } from '@keydesk/shared/keys/incident-kinds';
import type { FoundReport } from '@keydesk/shared/loans/found-keys';
import type { User } from '@keydesk/shared/people/user';
import { t as answer } from '@keydesk/shared/texts/en/answers';
import type { Config } from '../../config/config.ts';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { quoted } from '../../db/kinds-sql.ts';
import { isOfNoUse, isSeen, isUse, retiredOf } from '../../db/predicates.ts';
import { type RowOf, toAnswer } from '../../db/rows.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { clientNetwork } from '../../http/request-guards.ts';
import type { CurrentCampus } from '../campus/index.ts';
import {
  type KeyRow,
  lockAndReadKeys,
  readForDesk,
  type StoredRetiredKey,
  toRetiredKey,
} from '../keys/index.ts';
import { listUserIdsByRole } from '../people/index.ts';
import { raiseKeyVersion } from './disputes.ts';

/**
 * The routes for finders of keys and for their reports. Answers to strangers never depend on the
 * tag, so that no one can probe which tags exist (`silent-tags`).
 */
export const addFoundKeyRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  campus: CurrentCampus;
  config: Pick<Config, 'collegeName' | 'productName'>;
  publisher: Publisher;
}> = (serve, { actionLimits, campus, config, db, publisher }) => {
  serve(api.whoseKey, async () => {
    const [desk] = campus.current().desks.filter(({ retired }) => !retired);
    return {
      data: {
        campus: config.collegeName ?? config.productName,
        desk: desk ? { name: desk.name, place: desk.place, phone: desk.phone ?? null } : null,
      },
    };
  });
  serve(api.reportFound, async ({ params: { tag }, body, request }) => {
    const keyId = await findTagged(db, tag);
    if (keyId && (await actionLimits.allows('found-stored-of', keyId))) {
      const tells =
        (await actionLimits.allows('found-told-of', keyId)) &&
        (await actionLimits.allows('found-told-from', clientNetwork(request.ip)));
      await storeFound({ db, publisher }, keyId, { ...body, tells });
    }
    return { message: answer('desk-notified') };
  });
  serve(api.listFound, async () => ({ data: { found: await listFound(db) } }));
  serve(api.settleFound, async ({ params, principal }) => {
    await settleFound({ db, publisher }, principal.user, params.id);
    return { message: answer('found-settled') };
  });
};

type Deps = { db: Database; publisher: Publisher };
type Found = { place: string; contact?: string | undefined; tells: boolean };

/** Includes retired keys: the physical key still exists. */
async function findTagged(db: Connection, tag: string): Promise<string | undefined> {
  const row = await db.first<{ id: string }>('SELECT id FROM keys WHERE tag = $1', [tag]);
  return row?.id;
}

/** Stores the report and notifies the desk and the holder. */
async function storeFound({ db, publisher }: Deps, keyId: string, found: Found): Promise<void> {
  const { place, tells } = found;
  const contact = found.contact || null;
  const done = await transact(db, async (tx) => {
    const [key] = await lockAndReadKeys(tx, [keyId]);
    if (!key) throw appError('KEY_NOT_FOUND');
    await tx.query(
      `INSERT INTO found_reports (id, key_id, place, contact, reported_at)
       VALUES ($1, $2, $3, $4, clock_timestamp())`,
      [newId(), keyId, place, contact],
    );
    await recordAudit(tx, { action: 'report-found', keyId, details: { place, contact } });
    const notices = tells ? await foundNotices(tx, key, { place, contact }) : [];
    return { change: await changeOf(tx, keyId), deliveries: await notify(tx, notices) };
  });
  publisher.handedOver([done.change], done.deliveries);
}

/** Raises the version of a locked key, so that open pages reload the report. */
async function changeOf(tx: Transaction, keyId: string) {
  await raiseKeyVersion(tx, keyId);
  return { action: 'update' as const, key: await readForDesk(tx, keyId) };
}

async function foundNotices(
  tx: Transaction,
  { id: aboutId, keyNumber, keyName, holderId, holderDisputes }: KeyRow,
  text: { place: string; contact: string | null },
): Promise<NewNotification[]> {
  const recipients = new Set(await listUserIdsByRole(tx, deskRoles));
  if (holderId && !holderDisputes) recipients.add(holderId);
  const facts = { keyNumber, keyName, ...text };
  return [...recipients].map((userId) => ({ userId, template: 'key-found', facts, aboutId }));
}

/** SQL for whether a report `f` has no later handover, resolved incident or count. */
const isStillOut = `
  f.settled_at IS NULL
  AND NOT EXISTS (SELECT FROM loans l
                   WHERE l.key_id = f.key_id AND ${isUse('l')}
                     AND greatest(l.taken_at, l.returned_at) > f.reported_at)
  AND NOT EXISTS (SELECT FROM incidents i
                   WHERE i.key_id = f.key_id AND i.resolution <> ${quoted(resolutionBy.report)}
                     AND i.resolved_at > f.reported_at AND NOT ${isOfNoUse('i')})
  AND NOT EXISTS (SELECT FROM count_scans s
                   WHERE s.key_id = f.key_id AND ${isSeen('s')}
                     AND s.at > f.reported_at)`;

async function listFound(db: Connection): Promise<FoundReport[]> {
  const rows = await db.rows<
    RowOf<Omit<FoundReport, 'retired'>, 'reportedAt'> & { retired: StoredRetiredKey | null }
  >(
    `SELECT f.id, jsonb_build_object('id', k.id, 'keyNumber', k.key_number,
                                     'keyName', k.key_name) AS key,
            f.place, f.contact, f.reported_at AS "reportedAt",
            ${retiredOf('k')} AS retired
       FROM found_reports f JOIN keys k ON k.id = f.key_id
      WHERE ${isStillOut}
      ORDER BY f.reported_at DESC LIMIT 200`,
  );
  return rows.map(({ retired, ...row }) => ({
    ...toAnswer(row),
    ...(retired && { retired: toRetiredKey(retired) }),
  }));
}

/** Idempotent. */
async function settleFound({ db, publisher }: Deps, desk: User, id: string): Promise<void> {
  const change = await transact(db, async (tx) => {
    const rows = await tx.rows<{ keyId: string }>(
      'SELECT key_id AS "keyId" FROM found_reports WHERE id = $1',
      [id],
    );
    if (!rows[0]) throw appError('FOUND_REPORT_NOT_FOUND');
    const { keyId } = rows[0];
    await lockAndReadKeys(tx, [keyId]);
    const { rowCount } = await tx.query(
      `UPDATE found_reports SET settled_at = clock_timestamp(), settled_by = $2
        WHERE key_id = $3 AND settled_at IS NULL
          AND reported_at <= (SELECT reported_at FROM found_reports WHERE id = $1)`,
      [id, desk.id, keyId],
    );
    if (rowCount === 0) return null;
    await recordAudit(tx, { action: 'settle-found', actorId: desk.id, keyId });
    return changeOf(tx, keyId);
  });
  if (change) publisher.keysChanged([change]);
}
