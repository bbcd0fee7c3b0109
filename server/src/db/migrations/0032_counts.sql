CREATE TABLE "count_scans" (
	"count_id" text NOT NULL,
	"tag" text NOT NULL,
	"key_id" text,
	"at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	CONSTRAINT "count_scans_count_id_tag_pk" PRIMARY KEY("count_id","tag")
);
--> statement-breakpoint
CREATE TABLE "counts" (
	"id" text PRIMARY KEY NOT NULL,
	"desk_id" text,
	"scope" text NOT NULL,
	"cabinet" text,
	"expected" text[] NOT NULL,
	"begun_by" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"result" jsonb,
	CONSTRAINT "counts_scope" CHECK (scope IN ('desk', 'cabinet', 'high', 'random', 'again')),
	CONSTRAINT "counts_cabinet" CHECK ((scope = 'cabinet') = (cabinet IS NOT NULL)),
	CONSTRAINT "counts_closed_whole" CHECK (num_nulls(closed_at, closed_by, result) IN (0, 3))
);
--> statement-breakpoint
ALTER TABLE "count_scans" ADD CONSTRAINT "count_scans_count_id_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_scans" ADD CONSTRAINT "count_scans_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_scans" ADD CONSTRAINT "count_scans_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_begun_by_users_id_fk" FOREIGN KEY ("begun_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "count_scans_of_key" ON "count_scans" USING btree ("key_id","at") WHERE key_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "counts_by_time" ON "counts" USING btree ("begun_at");