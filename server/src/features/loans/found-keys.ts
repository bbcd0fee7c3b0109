import { api } from '@keydesk/shared/api';
import { deskRoles } from '@keydesk/shared/http/roles';
import type { Config } from '../../config/config.ts';
import type { ActionLimits } from '../../core/action-limits.ts';
import { recordAudit } from '../../core/audit/record.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { isHeldLoan } from '../../db/predicates.ts';
import { type AddRoutes, defineRoute, success } from '../../http/define-route.ts';
import { clientNetwork } from '../../http/request-guards.ts';
import type { CurrentCampus } from '../campus/index.ts';
import { listUserIdsByRole } from '../people/index.ts';

/**
 * The routes for whoever finds a key. Nothing in an answer depends on the tag, so that nobody
 * learns which tags there are (`silent-tags`).
 */
export const addFoundKeyRoutes: AddRoutes<{
  actionLimits: ActionLimits;
  campus: CurrentCampus;
  config: Pick<Config, 'productName'>;
  publisher: Publisher;
}> = (app, { actionLimits, campus, config, db, publisher, routes }) => {
  defineRoute(app, routes, api.whoseKey, async () => {
    const [desk] = campus.current().desks.filter(({ retired }) => !retired);
    return success({
      data: {
        campus: config.productName,
        desk: desk ? { name: desk.name, place: desk.place, phone: desk.phone ?? null } : null,
      },
    });
  });
  defineRoute(app, routes, api.reportFound, async ({ params: { tag }, body, request }) => {
    await actionLimits.count('report-found-from', clientNetwork(request.ip));
    await actionLimits.count('report-found-tag', tag);
    publisher.notified(await tellOfFound(db, tag, body));
    return success({ message: 'Thank you. The desk has been told.' });
  });
};

type Found = { place: string; contact?: string | undefined };

/** Tells the desk and the holder where a key was found; of an unknown tag nobody hears. */
function tellOfFound(
  db: Database,
  tag: string,
  { place, contact }: Found,
): Promise<NotificationDelivery[]> {
  return transact(db, async (tx) => {
    const key = await findTagged(tx, tag);
    if (!key) return [];
    await recordAudit(tx, {
      action: 'report-found',
      keyId: key.id,
      details: { place, contact: contact || null },
    });
    const told = new Set(await listUserIdsByRole(tx, deskRoles));
    if (key.holderId) told.add(key.holderId);
    const { keyNumber, keyName } = key;
    const facts = { keyNumber, keyName, place, contact: contact || null };
    return notify(
      tx,
      [...told].map((userId) => ({ userId, template: 'key-found', facts, aboutId: key.id })),
    );
  });
}

type TaggedKey = { id: string; keyNumber: string; keyName: string; holderId: string | null };

/** A retired key's tag is of use too: its metal is somewhere. */
async function findTagged(tx: Transaction, tag: string): Promise<TaggedKey | undefined> {
  const { rows } = await tx.query<TaggedKey>(
    `SELECT k.id, k.key_number AS "keyNumber", k.key_name AS "keyName", l.holder_id AS "holderId"
       FROM keys k LEFT JOIN loans l ON l.key_id = k.id AND ${isHeldLoan('l')}
      WHERE k.tag = $1`,
    [tag],
  );
  return rows[0];
}
