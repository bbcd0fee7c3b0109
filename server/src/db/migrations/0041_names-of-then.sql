ALTER TABLE "loans" ADD COLUMN "holder_name" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "sponsor_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "sponsor_name" text;--> statement-breakpoint
-- What people are called today is all that is known of loans from before.
UPDATE loans SET holder_name = users.name FROM users WHERE users.id = holder_id;--> statement-breakpoint
UPDATE loans SET sponsor_id = v.sponsor_id, sponsor_name = s.name
  FROM visitors v JOIN users s ON s.id = v.sponsor_id WHERE v.user_id = holder_id;--> statement-breakpoint
ALTER TABLE "loans" ALTER COLUMN "holder_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_sponsor_id_users_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loans_of_sponsor" ON "loans" USING btree ("sponsor_id") WHERE sponsor_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_sponsor_whole" CHECK ((sponsor_id IS NULL) = (sponsor_name IS NULL));