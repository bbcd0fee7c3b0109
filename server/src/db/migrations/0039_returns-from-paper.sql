ALTER TABLE "loans" ADD COLUMN "return_recorded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_return_from_paper" CHECK (return_recorded_at IS NULL OR return_type IS NOT DISTINCT FROM 'collected');--> statement-breakpoint
UPDATE "loans" SET "return_recorded_at" = "recorded_at"
 WHERE "recorded_at" IS NOT NULL AND "returned_at" <= "recorded_at" AND "return_type" = 'collected';--> statement-breakpoint
UPDATE "loans" SET "return_recorded_at" = e."at" FROM "audit_events" e
 WHERE e."action" = 'enter-from-paper' AND e."level" = 'WARN' AND e."details" ->> 'returned' = 'true'
   AND e."key_id" = "loans"."key_id" AND e."loan_id" = "loans"."id"
   AND "loans"."return_type" = 'collected'
   AND date_trunc('milliseconds', "loans"."returned_at") = (e."details" ->> 'backAt')::timestamptz;
