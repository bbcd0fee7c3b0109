ALTER TABLE "loans" DROP CONSTRAINT "loans_identified_by";--> statement-breakpoint
DROP INDEX "loans_without_code";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "recorded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "loans_without_code" ON "loans" USING btree ("taken_at","handed_by") WHERE identified_by IN ('desk', 'card', 'paper');--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_from_paper" CHECK ((recorded_at IS NOT NULL) = (identified_by IS NOT DISTINCT FROM 'paper'));--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_identified_by" CHECK (identified_by IN ('code', 'desk', 'card', 'paper'));