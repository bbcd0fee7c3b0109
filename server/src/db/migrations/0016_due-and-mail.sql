CREATE TABLE "campus_days" (
	"id" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"closes" text,
	"label" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "campus_days_kind" CHECK (kind IN ('closed', 'short')),
	CONSTRAINT "campus_days_closes" CHECK ((kind = 'short') = (closes IS NOT NULL) AND (closes IS NULL OR closes ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'))
);
--> statement-breakpoint
CREATE TABLE "due_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"scope_id" text,
	"kind" text NOT NULL,
	"amount" integer,
	"ceiling" boolean NOT NULL,
	"extensions" integer NOT NULL,
	"extend_minutes" integer NOT NULL,
	"grace_minutes" integer NOT NULL,
	"note" text NOT NULL,
	"created_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "due_rules_scope" CHECK (scope IN ('campus', 'category', 'department', 'key', 'person')),
	CONSTRAINT "due_rules_scope_id" CHECK ((scope = 'campus') = (scope_id IS NULL)),
	CONSTRAINT "due_rules_kind" CHECK (kind IN ('closing', 'after', 'days', 'open')),
	CONSTRAINT "due_rules_amount" CHECK ((kind IN ('after', 'days')) = (amount IS NOT NULL) AND amount > 0),
	CONSTRAINT "due_rules_counts" CHECK (extensions >= 0 AND extend_minutes >= 0 AND grace_minutes >= 0)
);
--> statement-breakpoint
CREATE TABLE "ladder_sent" (
	"loan_id" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"step" text NOT NULL,
	"nth" integer NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ladder_sent_loan_id_due_at_step_nth_pk" PRIMARY KEY("loan_id","due_at","step","nth")
);
--> statement-breakpoint
CREATE TABLE "ladder_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ladder" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ladder_settings_one_row" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "loan_extensions" (
	"id" text PRIMARY KEY NOT NULL,
	"loan_id" text NOT NULL,
	"from_due" timestamp with time zone,
	"to_due" timestamp with time zone NOT NULL,
	"by_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "opening_hours" (
	"weekday" smallint PRIMARY KEY NOT NULL,
	"opens" text NOT NULL,
	"closes" text NOT NULL,
	CONSTRAINT "opening_hours_weekday" CHECK (weekday BETWEEN 1 AND 7),
	CONSTRAINT "opening_hours_times" CHECK (opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND closes ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND opens < closes)
);
--> statement-breakpoint
CREATE TABLE "waits" (
	"id" text PRIMARY KEY NOT NULL,
	"key_id" text NOT NULL,
	"user_id" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"loan_ids" text[] NOT NULL,
	"due_ats" timestamp with time zone[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "message_preferences" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"push" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "message_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
ALTER TABLE "codes" ADD COLUMN "until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "grace_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "extended" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "due_rule_id" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "link" text;--> statement-breakpoint
ALTER TABLE "due_rules" ADD CONSTRAINT "due_rules_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_rules" ADD CONSTRAINT "due_rules_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladder_sent" ADD CONSTRAINT "ladder_sent_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_extensions" ADD CONSTRAINT "loan_extensions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_extensions" ADD CONSTRAINT "loan_extensions_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_key_id_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waits" ADD CONSTRAINT "waits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_preferences" ADD CONSTRAINT "message_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campus_days_living" ON "campus_days" USING btree ("day") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "loan_extensions_of_loan" ON "loan_extensions" USING btree ("loan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waits_living" ON "waits" USING btree ("key_id","user_id") WHERE told_at IS NULL AND ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "mail_outbox_waiting" ON "mail_outbox" USING btree ("due_at") WHERE sent_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX "mail_outbox_of_user" ON "mail_outbox" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_due_whole" CHECK ((due_at IS NULL) = (grace_until IS NULL));