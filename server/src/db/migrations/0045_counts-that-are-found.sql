CREATE TABLE "count_misses" (
	"count_id" text NOT NULL,
	"key_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "count_misses_key_id_count_id_pk" PRIMARY KEY("key_id","count_id"),
	CONSTRAINT "count_misses_ended_whole" CHECK ((ended_at IS NULL) = (ended_by IS NULL))
);
--> statement-breakpoint
ALTER TABLE "count_scans" ADD COLUMN "by_hand" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "count_scans" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "count_scans" ADD COLUMN "removed_by" text;--> statement-breakpoint
ALTER TABLE "counts" ADD COLUMN "again_of" text;--> statement-breakpoint
ALTER TABLE "counts" ADD COLUMN "part" text[];--> statement-breakpoint
UPDATE "counts" SET "part" = "expected";--> statement-breakpoint
ALTER TABLE "counts" ALTER COLUMN "part" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "counts" ADD COLUMN "abandoned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "counts" ADD COLUMN "abandoned_by" text;--> statement-breakpoint
ALTER TABLE "count_misses" ADD CONSTRAINT "count_misses_count_id_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_misses" ADD CONSTRAINT "count_misses_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_misses" ADD CONSTRAINT "count_misses_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "count_misses_of_count" ON "count_misses" USING btree ("count_id");--> statement-breakpoint
ALTER TABLE "count_scans" ADD CONSTRAINT "count_scans_removed_by_users_id_fk" FOREIGN KEY ("removed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_abandoned_by_users_id_fk" FOREIGN KEY ("abandoned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Of several open counts of one part only the latest goes on.
UPDATE "counts" AS "older" SET "abandoned_at" = now(), "abandoned_by" = "begun_by"
 WHERE "closed_at" IS NULL AND EXISTS (
   SELECT FROM "counts" AS "newer"
    WHERE "newer"."closed_at" IS NULL AND "newer"."scope" = "older"."scope"
      AND "newer"."desk_id" IS NOT DISTINCT FROM "older"."desk_id"
      AND "newer"."cabinet" IS NOT DISTINCT FROM "older"."cabinet"
      AND ("newer"."begun_at", "newer"."id") > ("older"."begun_at", "older"."id"));--> statement-breakpoint
-- What closed counts did not see says so from now on; a new version reaches what browsers keep.
INSERT INTO "count_misses" ("count_id", "key_id", "at")
SELECT "counts"."id", "keys"."id", "closed_at"
  FROM "counts" CROSS JOIN jsonb_array_elements_text("result" -> 'missing') AS "missed"
  JOIN "keys" ON "keys"."id" = "missed" WHERE "closed_at" IS NOT NULL;--> statement-breakpoint
UPDATE "keys" SET "version" = "version" + 1 WHERE "id" IN (SELECT "key_id" FROM "count_misses");--> statement-breakpoint
CREATE UNIQUE INDEX "counts_one_open_of_a_part" ON "counts" USING btree (coalesce(desk_id, ''),"scope",coalesce(cabinet, again_of, '')) WHERE closed_at IS NULL AND abandoned_at IS NULL;--> statement-breakpoint
ALTER TABLE "count_scans" ADD CONSTRAINT "count_scans_removed_whole" CHECK ((removed_at IS NULL) = (removed_by IS NULL));--> statement-breakpoint
ALTER TABLE "counts" ADD CONSTRAINT "counts_over_once" CHECK (num_nulls(abandoned_at, abandoned_by) IN (0, 2) AND num_nonnulls(closed_at, abandoned_at) < 2);