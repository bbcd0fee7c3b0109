CREATE TABLE "found_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"place" text NOT NULL,
	"contact" text,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	CONSTRAINT "found_reports_settled_whole" CHECK ((settled_at IS NULL) = (settled_by IS NULL))
);
--> statement-breakpoint
ALTER TABLE "found_reports" ADD CONSTRAINT "found_reports_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "found_reports" ADD CONSTRAINT "found_reports_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "found_reports_of_key" ON "found_reports" USING btree ("key_id","reported_at");