ALTER TABLE "loans" DROP CONSTRAINT "loans_recalled_whole";--> statement-breakpoint
ALTER TABLE "grants" ALTER COLUMN "reason" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "recall_cause" jsonb;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_recalled_whole" CHECK ((recalled_at IS NULL) = (recall_cause IS NULL AND recall_reason IS NULL));