ALTER TABLE "notifications" ALTER COLUMN "title" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "message" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
-- What was written before says its words as they were. The only place that reads them: which message it is.
UPDATE notifications SET template = CASE title
    WHEN 'Key Taken' THEN
      CASE WHEN kind = 'lent' OR (kind IS NULL AND loan_id IS NOT NULL) THEN 'key-lent'
           ELSE 'key-taken' END
    WHEN 'Key Returned' THEN 'key-returned'
    WHEN 'Key Handed Over by Override' THEN 'key-overridden'
    WHEN 'Key Is Back' THEN 'key-back'
    WHEN 'Key Due Soon' THEN 'due-soon'
    WHEN 'Due Time Moved' THEN 'due-extended'
    WHEN 'Key Recalled' THEN 'key-recalled'
    WHEN 'Overdue Keys of Your Department' THEN 'department-overdue'
    WHEN 'Overdue Keys Digest' THEN 'overdue-digest'
    WHEN 'Access Requested' THEN 'access-requested'
    WHEN 'Access Approved' THEN 'access-approved'
    WHEN 'Access Denied' THEN 'access-denied'
    WHEN 'Request Expired' THEN 'request-expired'
    WHEN 'Handover Disputed' THEN 'handover-disputed'
    WHEN 'Dispute Settled' THEN 'dispute-settled'
    WHEN 'Duty Begun' THEN 'duty-begun'
    WHEN 'Duty Disputed' THEN 'duty-disputed'
    WHEN 'Registration waiting' THEN 'registration-waiting'
    WHEN 'Name changed' THEN 'name-changed'
    WHEN 'ID Card Added' THEN 'card-added'
    WHEN 'ID Cards Removed' THEN 'cards-removed'
    WHEN 'Welcome' THEN 'welcome'
    WHEN 'Audit Log Reduced' THEN 'audit-reduced'
    WHEN 'Backup Failed' THEN 'backup-failed'
    WHEN 'More Messages' THEN 'more-messages'
    ELSE CASE WHEN lower(title) LIKE '%reminder%' THEN 'overdue'
              WHEN lower(title) LIKE '%unreturned%' THEN 'unreturned'
              WHEN lower(title) LIKE '%returned%' THEN 'key-returned'
              WHEN lower(title) LIKE '%alert%' THEN 'codes-refused' END
  END;--> statement-breakpoint
-- Whom news of a registration or a new name is about, so that it can be erased with them.
UPDATE notifications SET about_id = person.id
  FROM (SELECT id, lower(email) AS address FROM users
        UNION
        SELECT person_id, lower(address) FROM audit_personal, LATERAL (VALUES
               (data ->> 'email'), (data -> 'before' ->> 'email'), (data -> 'after' ->> 'email')
               ) AS held (address)) AS person
 WHERE template IN ('registration-waiting', 'name-changed') AND about_id IS NULL
   AND person.address = lower(substring(message FROM '\(([^()\s]+@[^()\s]+)\)'));--> statement-breakpoint
-- The loans of which a mail that still waits must be true.
UPDATE notifications SET facts = jsonb_build_object('loans', (
         SELECT jsonb_agg(jsonb_build_object('id', said.id, 'dueAt', said.due_at))
           FROM unnest(mail.loan_ids, mail.due_ats) AS said (id, due_at)))
  FROM mail_outbox mail
 WHERE mail.id = notifications.id AND cardinality(mail.loan_ids) > 0
   AND mail.sent_at IS NULL AND mail.dropped_at IS NULL AND mail.failed_at IS NULL;--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "subject";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "text";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "link";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "loan_ids";--> statement-breakpoint
ALTER TABLE "mail_outbox" DROP COLUMN "due_ats";