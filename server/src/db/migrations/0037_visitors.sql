CREATE TABLE "visitors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"organisation" text,
	"sponsor_id" text NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"ask_id" text NOT NULL,
	"answer" text,
	CONSTRAINT "visitors_answer" CHECK (answer IN ('confirmed', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitors" ADD CONSTRAINT "visitors_sponsor_id_users_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "visitors_ask" ON "visitors" USING btree ("ask_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_visitors_cannot_sign_in" CHECK ((issuer = 'visitor') = (role = 'visitor' AND erased_at IS NULL));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK (role IN ('admin', 'faculty', 'security', 'operator', 'responder', 'pending', 'visitor'));