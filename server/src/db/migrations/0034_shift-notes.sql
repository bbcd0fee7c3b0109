CREATE TABLE "shift_notes" (
	"id" text PRIMARY KEY NOT NULL,
	"desk_id" text NOT NULL,
	"text" text NOT NULL,
	"written_by" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"read_by" text,
	"read_at" timestamp with time zone,
	CONSTRAINT "shift_notes_read_whole" CHECK ((read_by IS NULL) = (read_at IS NULL))
);
--> statement-breakpoint
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_notes" ADD CONSTRAINT "shift_notes_read_by_users_id_fk" FOREIGN KEY ("read_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shift_notes_one_unread" ON "shift_notes" USING btree ("desk_id","written_by") WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX "shift_notes_of_desk" ON "shift_notes" USING btree ("desk_id","written_at");