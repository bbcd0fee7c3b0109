import type { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import {
  type ChosenResolution,
  type IncidentKind,
  resolutions,
  retiresKey,
} from '@keydesk/shared/keys/incident-kinds';
import { keyFieldNames } from '@keydesk/shared/keys/key-fields';
import type { KeyFields } from '@keydesk/shared/keys/key-schemas';
import { type Incident, resolutionsFor } from '@keydesk/shared/loans/incidents';
import { returnTypeBy } from '@keydesk/shared/loans/loan-kinds';
import type { z } from 'zod';
import { recordAudit } from '../../core/audit/record.ts';
import type { KeyChange, Publisher } from '../../core/live/publisher.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { lockAccessForChange, moveAccess } from '../access/index.ts';
import { announceDue, lockDue, moveRules, type WatchedDue } from '../due/index.ts';
import {
  findKeys,
  insertKey,
  type KeyRow,
  lockAndReadKeys,
  presentKey,
  updateKeyFields,
} from '../keys/index.ts';
import { raiseKeyVersion } from './disputes.ts';
import { damagedAgainSql, readIncident } from './incidents.ts';
import type { DeskUser } from './transaction.ts';
import { moveWaits, tellWaiters } from './waits.ts';

type Resolution = z.output<typeof api.resolveIncident.body>;

type Resolved = { incident: Incident; newKeyId?: string };

/**
 * Resolves an incident. A replaced or written-off key is retired, and its loan ends as lost; its
 * replacement takes over number, fields, rules and access, and is available at once.
 */
export async function resolveIncident(
  { db, publisher, due }: { db: Database; publisher: Publisher; due: WatchedDue },
  desk: DeskUser,
  id: string,
  { resolution, note, lockChanged }: Resolution,
): Promise<Resolved> {
  const done = await transact(db, async (tx) => {
    if (resolutions[resolution].isReplaced) {
      await lockAccessForChange(tx);
      await lockDue(tx);
    }
    const { key, incident } = await lockIncident(tx, id);
    requirePossible(incident.kind, resolution, desk);
    await tx.query(
      `UPDATE incidents SET resolved_at = clock_timestamp(), resolution = $2, resolved_by = $3,
                            resolution_note = $4, lock_changed = $5
        WHERE id = $1`,
      [id, resolution, desk.id, note || null, lockChanged ?? false],
    );
    if (!retiresKey(resolution))
      await tx.query(
        `WITH gone AS (SELECT key_id, reported_at FROM incidents WHERE id = $1)
         ${damagedAgainSql('gone')}`,
        [id],
      );
    await recordAudit(tx, {
      action: 'resolve-incident',
      actorId: desk.id,
      ...(key.holderId && { subjectId: key.holderId }),
      keyId: key.id,
      ...(key.loanId && { loanId: key.loanId }),
      method: resolution,
      reason: note || null,
    });
    const newKeyId = retiresKey(resolution)
      ? await retireKey(tx, desk, key, resolution)
      : await raiseKeyVersion(tx, key.id);
    const deliveries = await notify(tx, resolvedNotices(key, incident, desk, resolution));
    deliveries.push(...(await tellWaiters(tx, newKeyId ?? key.id)));
    const rows = await findKeys(tx, newKeyId ? [key.id, newKeyId] : [key.id]);
    const changes = rows.map(
      (row): KeyChange => ({
        action: row.id === newKeyId ? 'create' : row.deletedAt ? 'delete' : 'update',
        key: presentKey(row, 'desk'),
        ...(key.holderId && { originalUserId: key.holderId }),
        wasDisputed: key.holderDisputes,
      }),
    );
    return { incident: await readIncident(tx, id), newKeyId, deliveries, changes };
  });
  publisher.handedOver(done.changes, done.deliveries);
  if (done.newKeyId) {
    publisher.campusChanged('access');
    await announceDue({ db, publisher, due });
  }
  return { incident: done.incident, ...(done.newKeyId && { newKeyId: done.newKeyId }) };
}

type OpenIncident = { keyId: string; kind: IncidentKind; reportedBy: string; isResolved: boolean };

/** Locks the key first, as every handover does, and then reads the incident. */
async function lockIncident(tx: Transaction, id: string) {
  const read = () =>
    tx.first<OpenIncident>(
      `SELECT key_id AS "keyId", kind, reported_by AS "reportedBy",
              resolved_at IS NOT NULL AS "isResolved"
         FROM incidents WHERE id = $1`,
      [id],
    );
  const found = await read();
  if (!found) throw appError('INCIDENT_NOT_FOUND');
  const [key] = await lockAndReadKeys(tx, [found.keyId]);
  const incident = await read();
  if (!key || !incident) throw appError('INCIDENT_NOT_FOUND');
  if (incident.isResolved) throw appError('INCIDENT_RESOLVED');
  return { key, incident };
}

function requirePossible(
  kind: IncidentKind,
  resolution: ChosenResolution,
  { role }: DeskUser,
): void {
  if (!resolutionsFor(kind, true).includes(resolution)) throw appError('RESOLUTION_NOT_POSSIBLE');
  if (!resolutionsFor(kind, role === 'admin').includes(resolution)) throw appError('NOT_ALLOWED');
}

/** Retires a key and ends its loan; returns the replacement, if there is one. */
async function retireKey(
  tx: Transaction,
  { id: adminId, duty }: DeskUser,
  key: KeyRow,
  resolution: ChosenResolution,
): Promise<string | undefined> {
  if (key.loanId)
    await tx.query(
      `UPDATE loans SET returned_at = greatest(clock_timestamp(), taken_at), return_type = $6,
                        returned_by = $2, received_by = $2, return_desk_id = $3,
                        return_duty_id = $4, return_reason = $5
        WHERE id = $1`,
      [
        key.loanId,
        adminId,
        duty?.deskId ?? null,
        duty?.id ?? null,
        resolution,
        returnTypeBy.retiring,
      ],
    );
  await updateKeyFields(tx, key.id, { deletedAt: new Date() }, adminId);
  await recordAudit(tx, {
    action: 'delete-key',
    actorId: adminId,
    keyId: key.id,
    reason: resolution,
  });
  if (!resolutions[resolution].isReplaced) return undefined;
  const fields = Object.fromEntries(keyFieldNames.map((name) => [name, key[name]]));
  const newKeyId = await insertKey(tx, fields as KeyFields);
  const moved = await moveAccess(tx, key.id, newKeyId);
  const dueRules = await moveRules(tx, key.id, newKeyId);
  await moveWaits(tx, key.id, newKeyId);
  await recordAudit(tx, {
    action: 'create-key',
    actorId: adminId,
    keyId: newKeyId,
    details: { ...fields, replaces: key.id, ...moved, dueRules },
  });
  return newKeyId;
}

/** To the reporter and to the holder or last holder. */
function resolvedNotices(
  { id, keyNumber, keyName, holderId }: KeyRow,
  { kind, reportedBy }: OpenIncident,
  desk: DeskUser,
  resolution: ChosenResolution,
): NewNotification[] {
  const recipients = new Set([reportedBy, ...(holderId ? [holderId] : [])]);
  recipients.delete(desk.id);
  return [...recipients].map((userId) => ({
    userId,
    template: 'incident-resolved',
    facts: { keyNumber, keyName, kind, resolution },
    aboutId: id,
  }));
}
