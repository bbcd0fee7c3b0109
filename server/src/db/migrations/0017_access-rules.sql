CREATE TABLE "access_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"wanted_until" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"step" smallint NOT NULL,
	"step_since" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"note" text,
	CONSTRAINT "access_requests_state" CHECK (state IN ('open', 'approved', 'denied', 'withdrawn', 'expired')),
	CONSTRAINT "access_requests_step" CHECK (step BETWEEN 0 AND 2),
	CONSTRAINT "access_requests_decided_whole" CHECK ((state IN ('approved', 'denied')) = (decided_by IS NOT NULL) AND (state = 'open') = (decided_at IS NULL))
);
--> statement-breakpoint
CREATE TABLE "access_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"target" text NOT NULL,
	"target_id" text,
	"subject" text NOT NULL,
	"subject_id" text,
	"effect" text NOT NULL,
	"except_group_id" text,
	"weekdays" smallint[] NOT NULL,
	"from_time" text,
	"to_time" text,
	"valid_from" timestamp with time zone,
	"valid_until" timestamp with time zone,
	"note" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "access_rules_target" CHECK (target IN ('all', 'department', 'category', 'block', 'key')),
	CONSTRAINT "access_rules_target_id" CHECK ((target = 'all') = (target_id IS NULL)),
	CONSTRAINT "access_rules_subject" CHECK (subject IN ('everyone', 'role', 'department', 'group', 'person')),
	CONSTRAINT "access_rules_subject_id" CHECK ((subject = 'everyone') = (subject_id IS NULL)),
	CONSTRAINT "access_rules_effect" CHECK (effect IN ('allow', 'approve', 'deny')),
	CONSTRAINT "access_rules_weekdays" CHECK (cardinality(weekdays) > 0 AND weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]),
	CONSTRAINT "access_rules_times" CHECK ((from_time IS NULL OR from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') AND (to_time IS NULL OR to_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') AND from_time <> to_time),
	CONSTRAINT "access_rules_validity" CHECK (valid_from < valid_until)
);
--> statement-breakpoint
CREATE TABLE "access_version" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "access_version_one_row" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"user_id" text NOT NULL,
	"given_by" text NOT NULL,
	"valid_from" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone,
	"uses_left" integer,
	"used_up_at" timestamp with time zone,
	"request_id" text,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" text,
	CONSTRAINT "grants_uses" CHECK (uses_left >= 0),
	CONSTRAINT "grants_validity" CHECK (valid_from < valid_until)
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"id" text PRIMARY KEY NOT NULL,
	"group_id" text NOT NULL,
	"user_id" text NOT NULL,
	"valid_from" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone,
	"added_by" text NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "groups" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "recalled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "recall_reason" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "level" text DEFAULT 'normal' NOT NULL;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_requests" ADD CONSTRAINT "access_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_except_group_id_groups_id_fk" FOREIGN KEY ("except_group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_rules" ADD CONSTRAINT "access_rules_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_given_by_users_id_fk" FOREIGN KEY ("given_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_request_id_access_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."access_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_requests_open" ON "access_requests" USING btree ("key_id","user_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "access_requests_of_user" ON "access_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "access_rules_living" ON "access_rules" USING btree ("target","target_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "grants_living" ON "grants" USING btree ("user_id","key_id") WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE INDEX "grants_of_key" ON "grants" USING btree ("key_id") WHERE revoked_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "grants_of_request" ON "grants" USING btree ("request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "group_members_living" ON "group_members" USING btree ("group_id","user_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "group_members_of_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "groups_name" ON "groups" USING btree (lower(name));--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "keys_of_owner" ON "keys" USING btree ("owner_id") WHERE owner_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_recalled_whole" CHECK ((recalled_at IS NULL) = (recall_reason IS NULL));--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_level" CHECK (level IN ('normal', 'restricted', 'high'));--> statement-breakpoint
INSERT INTO "access_version" DEFAULT VALUES;
