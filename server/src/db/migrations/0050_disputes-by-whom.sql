ALTER TABLE "loan_disputes" ADD COLUMN "raised_by" text;--> statement-breakpoint
ALTER TABLE "loan_disputes" ADD COLUMN "of_return" boolean;--> statement-breakpoint
UPDATE loan_disputes d SET
  raised_by = coalesce(
    (SELECT u.id FROM audit_events a JOIN users u ON u.id = a.actor_id
      WHERE a.key_id = l.key_id AND a.loan_id = l.id AND a.action = 'dispute-loan'
      ORDER BY a.at DESC LIMIT 1),
    l.sponsor_id, l.holder_id),
  of_return = EXISTS (SELECT FROM undone_handovers u
    WHERE u.loan_id = l.id AND u.handover = 'return' AND u.undone_at <= d.raised_at)
  FROM loans l WHERE l.id = d.loan_id;--> statement-breakpoint
ALTER TABLE "loan_disputes" ALTER COLUMN "raised_by" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_disputes" ALTER COLUMN "of_return" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_disputes" ADD CONSTRAINT "loan_disputes_raised_by_users_id_fk" FOREIGN KEY ("raised_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO undone_handovers (id, loan_id, handover, reason, recorded_at, undone_at, undone_by)
SELECT substr(md5(l.id || 'corrected'), 1, 24), l.id, 'hand-out', 'mistake',
       coalesce(l.recorded_at, l.taken_at),
       greatest(d.settled_at, coalesce(l.recorded_at, l.taken_at)), d.settled_by
  FROM loans l JOIN loan_disputes d ON d.loan_id = l.id
 WHERE d.corrected_to IS NOT NULL AND NOT d.of_return
   AND l.returned_at = l.taken_at AND l.return_type = 'collected';--> statement-breakpoint
UPDATE loans l SET return_type = 'cancelled', return_reason = NULL
  FROM loan_disputes d
 WHERE d.loan_id = l.id AND d.corrected_to IS NOT NULL AND NOT d.of_return
   AND l.returned_at = l.taken_at AND l.return_type = 'collected';
