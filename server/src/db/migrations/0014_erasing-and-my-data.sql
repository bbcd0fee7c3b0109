ALTER TABLE "notifications" ADD COLUMN "about_id" text;--> statement-breakpoint
CREATE INDEX "audit_of_subject" ON "audit_events" USING btree ("subject_id","at");