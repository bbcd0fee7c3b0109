CREATE TABLE "outages" (
	"id" text PRIMARY KEY NOT NULL,
	"from_at" timestamp with time zone NOT NULL,
	"to_at" timestamp with time zone NOT NULL,
	"device_id" text,
	"opened_by" text,
	CONSTRAINT "outages_last" CHECK (to_at > from_at),
	CONSTRAINT "outages_one_cause" CHECK (num_nonnulls(device_id, opened_by) <= 1)
);
--> statement-breakpoint
CREATE TABLE "paper_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"person_id" text NOT NULL,
	"out_at" timestamp with time zone NOT NULL,
	"back_at" timestamp with time zone,
	"entered_by" text NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"desk_id" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"decision" text,
	CONSTRAINT "paper_lines_lasts" CHECK (back_at > out_at),
	CONSTRAINT "paper_lines_decided_whole" CHECK (num_nulls(decided_by, decided_at, decision) IN (0, 3)),
	CONSTRAINT "paper_lines_decision" CHECK (decision IN ('record', 'refuse'))
);
--> statement-breakpoint
ALTER TABLE "outages" ADD CONSTRAINT "outages_device_id_desk_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."desk_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outages" ADD CONSTRAINT "outages_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_lines" ADD CONSTRAINT "paper_lines_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_lines" ADD CONSTRAINT "paper_lines_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_lines" ADD CONSTRAINT "paper_lines_entered_by_users_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_lines" ADD CONSTRAINT "paper_lines_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_lines" ADD CONSTRAINT "paper_lines_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outages_by_end" ON "outages" USING btree ("to_at");--> statement-breakpoint
CREATE UNIQUE INDEX "paper_lines_waiting" ON "paper_lines" USING btree ("key_id","person_id","out_at",coalesce(back_at, 'infinity')) WHERE decided_at IS NULL;--> statement-breakpoint
CREATE INDEX "paper_lines_of_person" ON "paper_lines" USING btree ("person_id");