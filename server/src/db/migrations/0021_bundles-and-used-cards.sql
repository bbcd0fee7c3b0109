ALTER TABLE "notifications" ADD COLUMN "bundle_id" text;--> statement-breakpoint
ALTER TABLE "person_cards" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notifications_bundled" ON "notifications" USING btree ("bundle_id") WHERE bundle_id IS NOT NULL;