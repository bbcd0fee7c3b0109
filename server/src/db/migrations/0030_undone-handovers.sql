ALTER TABLE "loans" DROP CONSTRAINT "loans_return_type";--> statement-breakpoint
DROP INDEX "loans_by_time";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "grant_id" text;--> statement-breakpoint
CREATE INDEX "loans_cancelled" ON "loans" USING btree ("taken_at") WHERE return_type = 'cancelled';--> statement-breakpoint
CREATE INDEX "loans_by_time" ON "loans" USING btree ("taken_at") INCLUDE ("key_id", "holder_id") WHERE return_type IS DISTINCT FROM 'cancelled';--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_return_type" CHECK (return_type IN ('own', 'collected', 'volunteer', 'batch', 'cancelled'));