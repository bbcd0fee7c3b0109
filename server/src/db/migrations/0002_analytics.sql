CREATE TABLE "sign_ins" (
	"user_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD CONSTRAINT "sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_by_time" ON "sign_ins" USING btree ("at");--> statement-breakpoint
CREATE INDEX "loans_by_return" ON "loans" USING btree ("returned_at");--> statement-breakpoint
INSERT INTO "sign_ins" ("user_id", "at") SELECT e."subject_id", e."at" FROM "audit_events" e JOIN "users" u ON u."id" = e."subject_id" WHERE e."action" = 'sign-in';
