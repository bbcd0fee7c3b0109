import { beforeAll, describe, expect, test } from 'vitest';
import { testCampus } from '../../../test/test-campus.ts';
import { transact } from '../../db/client.ts';
import { sealEvents } from './chain.ts';
import { recordAudit } from './record.ts';

const campus = testCampus();
beforeAll(async () => {
  for (let count = 0; count < 3; count += 1) await recordAudit(campus.db, { action: 'rename' });
  await sealEvents(campus.db);
});

describe('no statement of the application', () => {
  test.each([
    ['changes an event', "UPDATE audit_events SET reason = 'x'"],
    [
      'changes an event that is not sealed',
      "UPDATE audit_events SET reason = 'x' WHERE hash IS NULL",
    ],
    ['seals an event anew', "UPDATE audit_events SET hash = sha256('x')"],
    ['takes a seal away', 'UPDATE audit_events SET hash = NULL, position = NULL'],
    ['removes an event', 'DELETE FROM audit_events'],
    ['moves an event to the other chain', 'UPDATE audit_events SET custody = NOT custody'],
    ['changes what an event tells of a person', "UPDATE audit_personal SET data = '{}'"],
    ['removes what an event tells of a person', 'DELETE FROM audit_personal'],
    ['removes all events', 'TRUNCATE audit_events'],
    ['sets the chain back', 'UPDATE audit_chain SET position = 1'],
    ['begins a second chain', 'DELETE FROM audit_chain'],
    ['makes up a checkpoint', "INSERT INTO audit_checkpoints VALUES (9, sha256('x'), 0)"],
    [
      'makes a checkpoint of a young event',
      'INSERT INTO audit_checkpoints SELECT position, hash, 0 FROM audit_events LIMIT 1',
    ],
  ])('%s', async (_what, statement) => {
    await transact(campus.db, async (tx) => {
      await recordAudit(tx, { action: 'rename', subjectId: 'nobody', personal: { to: 'Eve' } });
      await tx.query('SAVEPOINT before');
      await expect(tx.query(statement)).rejects.toMatchObject({ code: '42501' });
      await tx.query('ROLLBACK TO before');
    });
  });
});
