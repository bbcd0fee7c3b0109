CREATE TABLE "undone_handovers" (
	"id" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"handover" text NOT NULL,
	"reason" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone NOT NULL,
	"undone_by" text NOT NULL,
	"desk_id" text,
	"returned_at" timestamp with time zone,
	"return_type" text,
	"returned_by" text,
	"received_by" text,
	"return_reason" text,
	"return_recorded_at" timestamp with time zone,
	"return_desk_id" text,
	"return_duty_id" text,
	"tag_checked_in" boolean DEFAULT false NOT NULL,
	CONSTRAINT "undone_handovers_handover" CHECK (handover IN ('hand-out', 'return')),
	CONSTRAINT "undone_handovers_reason" CHECK (reason IN ('not-there', 'mistake')),
	CONSTRAINT "undone_handovers_return_whole" CHECK (num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)),
	CONSTRAINT "undone_handovers_return" CHECK (handover = 'hand-out' OR returned_at IS NOT NULL)
);
--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_returned_by_users_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_received_by_users_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_return_desk_id_desks_id_fk" FOREIGN KEY ("return_desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "undone_handovers" ADD CONSTRAINT "undone_handovers_return_duty_id_duties_id_fk" FOREIGN KEY ("return_duty_id") REFERENCES "public"."duties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undone_handovers_of_loan" ON "undone_handovers" USING btree ("loan_id","undone_at");--> statement-breakpoint
CREATE INDEX "undone_handovers_by_return" ON "undone_handovers" USING btree ("returned_at") WHERE returned_at IS NOT NULL;
--> statement-breakpoint
INSERT INTO undone_handovers (id, loan_id, handover, reason, recorded_at, undone_at, undone_by, desk_id)
SELECT substr(md5(id || 'undone'), 1, 24), id, 'hand-out',
       CASE WHEN return_reason = 'not-there' THEN 'not-there' ELSE 'mistake' END,
       coalesce(recorded_at, taken_at), returned_at, received_by, return_desk_id
  FROM loans WHERE return_type = 'cancelled';--> statement-breakpoint
UPDATE loans SET return_reason = NULL WHERE return_type = 'cancelled';--> statement-breakpoint
CREATE FUNCTION refuse_undone_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: what was undone stays', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER undone_handovers_stay BEFORE UPDATE OR DELETE ON undone_handovers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_undone_change();
