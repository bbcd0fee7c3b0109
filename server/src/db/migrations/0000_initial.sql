CREATE TABLE "audit_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"action" text NOT NULL,
	"actor_id" text,
	"subject_id" text,
	"key_id" text,
	"loan_id" text,
	"method" text,
	"reason" text,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"key_ids" text[] NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" text,
	"voided_at" timestamp with time zone,
	"result" jsonb,
	CONSTRAINT "codes_used_by_whom" CHECK ((used_at IS NULL) = (used_by IS NULL)),
	CONSTRAINT "codes_used_or_voided" CHECK (used_at IS NULL OR voided_at IS NULL)
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" text PRIMARY KEY NOT NULL,
	"key_number" text NOT NULL,
	"key_name" text NOT NULL,
	"location" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text DEFAULT 'other' NOT NULL,
	"department" text DEFAULT 'COMMON' NOT NULL,
	"block" text DEFAULT 'A' NOT NULL,
	"frequently_used" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"holder_id" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"handed_by" text NOT NULL,
	"returned_at" timestamp with time zone,
	"return_type" text,
	"returned_by" text,
	"received_by" text,
	"return_reason" text,
	CONSTRAINT "loans_end_after_start" CHECK (returned_at >= taken_at),
	CONSTRAINT "loans_closed_whole" CHECK (num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)),
	CONSTRAINT "loans_return_type" CHECK (return_type IN ('own', 'collected', 'volunteer', 'batch'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"type" text DEFAULT 'general' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"cookie_hash" "bytea" NOT NULL,
	"bearer_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "socket_io_attachments" (
	"id" bigserial NOT NULL,
	"created_at" timestamp with time zone DEFAULT now(),
	"payload" "bytea",
	CONSTRAINT "socket_io_attachments_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"department" text,
	"faculty_id" text,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"is_verified" boolean DEFAULT true NOT NULL,
	"last_login" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "users_role" CHECK (role IN ('admin', 'faculty', 'security', 'operator', 'responder', 'pending'))
);
--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "codes" ADD CONSTRAINT "codes_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_handed_by_users_id_fk" FOREIGN KEY ("handed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_returned_by_users_id_fk" FOREIGN KEY ("returned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_received_by_users_id_fk" FOREIGN KEY ("received_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "audit_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_of_key" ON "audit_events" USING btree ("key_id","at");--> statement-breakpoint
CREATE INDEX "audit_of_actor" ON "audit_events" USING btree ("actor_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "codes_secret" ON "codes" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "codes_one_living_per_key" ON "codes" USING btree ("user_id",(key_ids[1])) WHERE used_at IS NULL AND voided_at IS NULL AND type <> 'batch-return';--> statement-breakpoint
CREATE UNIQUE INDEX "codes_one_living_batch" ON "codes" USING btree ("user_id") WHERE used_at IS NULL AND voided_at IS NULL AND type = 'batch-return';--> statement-breakpoint
CREATE UNIQUE INDEX "keys_number" ON "keys" USING btree (lower(key_number)) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_open_per_key" ON "loans" USING btree ("key_id") WHERE returned_at IS NULL;--> statement-breakpoint
CREATE INDEX "loans_of_key" ON "loans" USING btree ("key_id","returned_at");--> statement-breakpoint
CREATE INDEX "loans_of_holder" ON "loans" USING btree ("holder_id","taken_at");--> statement-breakpoint
CREATE INDEX "loans_by_time" ON "loans" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_cookie" ON "sessions" USING btree ("cookie_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_bearer" ON "sessions" USING btree ("bearer_hash");--> statement-breakpoint
CREATE INDEX "sessions_of_user" ON "sessions" USING btree ("user_id") WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("issuer","subject") WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower(email)) WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "users_faculty_id" ON "users" USING btree (lower(faculty_id)) WHERE deleted_at IS NULL;