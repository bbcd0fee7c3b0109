CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "blocks" (
	"code" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "blocks_code" CHECK (code ~ '^[A-Za-z0-9&._-]{1,20}$')
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"code" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "categories_code" CHECK (code ~ '^[A-Za-z0-9&._-]{1,20}$')
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"code" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"registers" boolean NOT NULL,
	"lends" boolean NOT NULL,
	"people_code" text,
	"head_id" text,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone,
	CONSTRAINT "departments_code" CHECK (code ~ '^[A-Za-z0-9&._-]{1,20}$')
);
--> statement-breakpoint
CREATE TABLE "desks" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"place" text NOT NULL,
	"phone" text,
	"position" integer NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "desk_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"desk_id" text NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"enrolled_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "desk_enrolments" (
	"id" text PRIMARY KEY NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"desk_id" text NOT NULL,
	"name" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "duties" (
	"id" text PRIMARY KEY NOT NULL,
	"desk_id" text NOT NULL,
	"device_id" text NOT NULL,
	"guard_id" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"begun_by" text NOT NULL,
	"active_at" timestamp with time zone NOT NULL,
	"locked_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	CONSTRAINT "duties_begun_by" CHECK (begun_by IN ('code', 'pin')),
	CONSTRAINT "duties_ended_by" CHECK (ended_by IN ('guard', 'relieved', 'expired', 'revoked')),
	CONSTRAINT "duties_ended_whole" CHECK (num_nulls(ended_at, ended_by) IN (0, 2))
);
--> statement-breakpoint
CREATE TABLE "duty_pin_failures" (
	"user_id" text NOT NULL,
	"device_id" text NOT NULL,
	"failures" integer NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "duty_pins" (
	"user_id" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_disputes" (
	"loan_id" text PRIMARY KEY NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"resolution" text,
	"note" text,
	"corrected_to" text,
	CONSTRAINT "loan_disputes_settled_whole" CHECK (num_nulls(settled_at, settled_by, resolution) IN (0, 3)),
	CONSTRAINT "loan_disputes_resolution" CHECK (resolution IN ('returned', 'corrected', 'confirmed'))
);
--> statement-breakpoint
CREATE TABLE "person_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"card_hash" "bytea" NOT NULL,
	"label" text,
	"added_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
INSERT INTO "departments" ("code", "label", "registers", "lends", "people_code", "position") VALUES
	('CSE', 'Computer Science Engineering', true, true, NULL, 1),
	('EEE', 'Electrical & Electronics Engineering', true, true, NULL, 2),
	('CSE-AIML', 'CSE - Artificial Intelligence & Machine Learning', true, false, NULL, 3),
	('AIML', 'AI & Machine Learning', false, true, 'CSE-AIML', 4),
	('IoT', 'Internet of Things', true, true, NULL, 5),
	('ECE', 'Electronics & Communication Engineering', true, true, NULL, 6),
	('MECH', 'Mechanical Engineering', true, true, NULL, 7),
	('CIVIL', 'Civil Engineering', true, true, NULL, 8),
	('IT', 'Information Technology', true, true, NULL, 9),
	('ADMIN', 'Administration', false, true, NULL, 10),
	('RESEARCH', 'Research', false, true, NULL, 11),
	('COMMON', 'Shared rooms', false, true, NULL, 12);
--> statement-breakpoint
INSERT INTO "blocks" ("code", "label", "position") VALUES
	('A', 'A', 1),
	('B', 'B', 2),
	('C', 'C', 3),
	('D', 'D', 4),
	('E', 'E', 5),
	('F', 'F', 6),
	('G', 'G', 7),
	('H', 'H', 8),
	('PG', 'PG', 9),
	('MAIN', 'Main', 10),
	('LIB', 'Library', 11),
	('AUD', 'Auditorium', 12),
	('CAF', 'Cafeteria', 13),
	('HOSTEL', 'Hostel', 14),
	('OTHER', 'Other', 15);
--> statement-breakpoint
INSERT INTO "categories" ("code", "label", "position") VALUES
	('classroom', 'Classroom', 1),
	('lab', 'Lab', 2),
	('office', 'Office', 3),
	('storage', 'Storage', 4),
	('library', 'Library', 5),
	('auditorium', 'Auditorium', 6),
	('cafeteria', 'Cafeteria', 7),
	('hostel', 'Hostel', 8),
	('maintenance', 'Maintenance', 9),
	('security', 'Security', 10),
	('other', 'Other', 11);
--> statement-breakpoint
DROP INDEX "codes_one_living_per_key";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "identified_by" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "desk_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "duty_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "return_desk_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "return_duty_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "tag_checked_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "tag_checked_in" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "desk_id" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "hook" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "away_desk_id" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "tag_check" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "loan_id" text;--> statement-breakpoint
ALTER TABLE "desk_devices" ADD CONSTRAINT "desk_devices_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_devices" ADD CONSTRAINT "desk_devices_enrolled_by_users_id_fk" FOREIGN KEY ("enrolled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_enrolments" ADD CONSTRAINT "desk_enrolments_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_enrolments" ADD CONSTRAINT "desk_enrolments_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duties" ADD CONSTRAINT "duties_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duties" ADD CONSTRAINT "duties_device_id_desk_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."desk_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duties" ADD CONSTRAINT "duties_guard_id_users_id_fk" FOREIGN KEY ("guard_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_pin_failures" ADD CONSTRAINT "duty_pin_failures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_pin_failures" ADD CONSTRAINT "duty_pin_failures_device_id_desk_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."desk_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duty_pins" ADD CONSTRAINT "duty_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_disputes" ADD CONSTRAINT "loan_disputes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_disputes" ADD CONSTRAINT "loan_disputes_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_disputes" ADD CONSTRAINT "loan_disputes_corrected_to_users_id_fk" FOREIGN KEY ("corrected_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_cards" ADD CONSTRAINT "person_cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "person_cards" ADD CONSTRAINT "person_cards_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "desk_devices_secret" ON "desk_devices" USING btree ("secret_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "desk_enrolments_code" ON "desk_enrolments" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "duties_one_open_per_device" ON "duties" USING btree ("device_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "duties_by_time" ON "duties" USING btree ("begun_at");--> statement-breakpoint
CREATE UNIQUE INDEX "duty_pin_failures_of" ON "duty_pin_failures" USING btree ("user_id","device_id");--> statement-breakpoint
CREATE INDEX "loan_disputes_open" ON "loan_disputes" USING btree ("raised_at") WHERE settled_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "person_cards_living" ON "person_cards" USING btree ("card_hash") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "person_cards_of_user" ON "person_cards" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_duty_id_duties_id_fk" FOREIGN KEY ("duty_id") REFERENCES "public"."duties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_return_desk_id_desks_id_fk" FOREIGN KEY ("return_desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_return_duty_id_duties_id_fk" FOREIGN KEY ("return_duty_id") REFERENCES "public"."duties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_category_categories_code_fk" FOREIGN KEY ("category") REFERENCES "public"."categories"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_department_departments_code_fk" FOREIGN KEY ("department") REFERENCES "public"."departments"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_block_blocks_code_fk" FOREIGN KEY ("block") REFERENCES "public"."blocks"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_desk_id_desks_id_fk" FOREIGN KEY ("desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_away_desk_id_desks_id_fk" FOREIGN KEY ("away_desk_id") REFERENCES "public"."desks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_department_departments_code_fk" FOREIGN KEY ("department") REFERENCES "public"."departments"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "codes_one_living_duty" ON "codes" USING btree ("user_id") WHERE used_at IS NULL AND voided_at IS NULL AND type = 'duty';--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (lower(name || ' ' || email || ' ' || coalesce(faculty_id, '')) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "codes_one_living_per_key" ON "codes" USING btree ("user_id",(key_ids[1])) WHERE used_at IS NULL AND voided_at IS NULL AND type IN ('key-request', 'key-return');--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_identified_by" CHECK (identified_by IN ('code', 'desk', 'card'));--> statement-breakpoint
CREATE INDEX "loans_without_code" ON "loans" USING btree ("taken_at","handed_by") WHERE identified_by IN ('desk', 'card');