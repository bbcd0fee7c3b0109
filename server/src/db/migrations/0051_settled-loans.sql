ALTER TABLE "loans" DROP CONSTRAINT "loans_from_paper";--> statement-breakpoint
ALTER TABLE "loans" DROP CONSTRAINT "loans_identified_by";--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_entered_whole" CHECK ((recorded_at IS NOT NULL) = coalesce(identified_by IN ('paper', 'settled'), false));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_identified_by" CHECK (identified_by IN ('code', 'desk', 'card', 'paper', 'settled'));