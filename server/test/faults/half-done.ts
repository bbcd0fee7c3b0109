import { verifyAudit } from '../../src/core/audit/chain.ts';
import type { Database } from '../../src/db/client.ts';

/**
 * Each query finds transactions with only a part of their effects. Each is one statement with one
 * snapshot, so they are valid during handovers. They count, because handovers of the same person
 * and key look alike.
 */
const questions: Record<string, string> = {
  'a loan that did not begin with exactly one audit event': `
    SELECT l.id FROM loans l LEFT JOIN audit_events e ON e.loan_id = l.id AND e.action = 'hand-out'
     GROUP BY l.id HAVING count(e.id) <> 1`,
  'a loan that did not end with exactly one audit event': `
    SELECT l.id FROM loans l LEFT JOIN audit_events e ON e.loan_id = l.id AND e.action = 'take-back'
     GROUP BY l.id HAVING count(e.id) <> (l.returned_at IS NOT NULL)::int`,
  'an audit event without its loan': `
    SELECT e.id FROM audit_events e LEFT JOIN loans l ON l.id = e.loan_id
     WHERE e.action IN ('hand-out', 'take-back') AND l.id IS NULL`,
  'a request code that was used without a loan, or a loan without its code': `
    SELECT 1 FROM
      (SELECT user_id, key_ids[1] AS key_id, count(*) FROM codes
        WHERE type = 'key-request' AND used_at IS NOT NULL GROUP BY 1, 2) AS used
      FULL JOIN
      (SELECT subject_id, key_id, count(*) FROM audit_events
        WHERE action = 'hand-out' AND method = 'code' GROUP BY 1, 2) AS opened
      ON used.user_id = opened.subject_id AND used.key_id = opened.key_id
     WHERE used.count IS DISTINCT FROM opened.count`,
  'a return code that was used without a return, or a return without its code': `
    SELECT 1 FROM
      (SELECT user_id, key_id, count(*) FROM codes, unnest(key_ids) AS key_id
        WHERE type <> 'key-request' AND used_at IS NOT NULL GROUP BY 1, 2) AS used
      FULL JOIN
      (SELECT details ->> 'returnedBy' AS returner, key_id, count(*) FROM audit_events
        WHERE action = 'take-back' AND method = 'code' GROUP BY 1, 2) AS closed
      ON used.user_id = closed.returner AND used.key_id = closed.key_id
     WHERE used.count IS DISTINCT FROM closed.count`,
  'a handover of which its holder was not told, or the other way round': `
    SELECT 1 FROM
      (SELECT holder_id, count(*) AS taken, count(returned_at) AS back FROM loans GROUP BY 1) AS had
      FULL JOIN
      (SELECT user_id, count(*) FILTER (WHERE template <> 'key-returned') AS taken,
              -- Of a batch one message names all keys.
              coalesce(sum(coalesce(jsonb_array_length(facts -> 'keys'), 1))
                         FILTER (WHERE template = 'key-returned'), 0) AS back
         FROM notifications WHERE template IN ('key-taken', 'key-lent', 'key-returned')
        GROUP BY 1) AS told
      ON told.user_id = had.holder_id
     WHERE (told.taken, told.back) IS DISTINCT FROM (had.taken, had.back)`,
  'a key whose version did not grow with each handover': `
    SELECT k.id FROM keys k JOIN loans l ON l.key_id = k.id WHERE k.deleted_at IS NULL
     GROUP BY k.id HAVING k.version <> 1 + count(*) + count(l.returned_at)`,
  'a key with two loans at one time': `
    SELECT a.key_id FROM loans a JOIN loans b ON b.key_id = a.key_id AND b.id <> a.id
     WHERE tstzrange(a.taken_at, a.returned_at) && tstzrange(b.taken_at, b.returned_at)`,
  'a used code without the answer that a repeat receives': `
    SELECT id FROM codes WHERE used_at IS NOT NULL AND result IS NULL`,
};

export async function findHalfDone(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [what, question] of Object.entries(questions)) {
    const { rowCount } = await db.query(question);
    if (rowCount) found.push(`${what}: ${rowCount}`);
  }
  const { intact, brokenAt } = await verifyAudit(db);
  return intact ? found : [...found, `the audit trail is broken at ${brokenAt}`];
}
