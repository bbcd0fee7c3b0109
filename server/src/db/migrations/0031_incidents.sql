CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"loan_id" text,
	"kind" text NOT NULL,
	"blocks" boolean NOT NULL,
	"reported_by" text NOT NULL,
	"reported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen" text,
	"note" text,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	"resolved_by" text,
	"resolution_note" text,
	"lock_changed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "incidents_kind" CHECK (kind IN ('lost', 'missing', 'damaged')),
	CONSTRAINT "incidents_resolved_whole" CHECK (num_nulls(resolved_at, resolution, resolved_by) IN (0, 3)),
	CONSTRAINT "incidents_resolution" CHECK (resolution IN ('found', 'replaced', 'repaired', 'written-off', 'mistake'))
);
--> statement-breakpoint
ALTER TABLE "loans" DROP CONSTRAINT "loans_return_type";--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_reported_by_users_id_fk" FOREIGN KEY ("reported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_one_open_per_key" ON "incidents" USING btree ("key_id") WHERE resolved_at IS NULL;--> statement-breakpoint
CREATE INDEX "incidents_of_key" ON "incidents" USING btree ("key_id","reported_at");--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_return_type" CHECK (return_type IN ('own', 'collected', 'volunteer', 'batch', 'cancelled', 'lost'));