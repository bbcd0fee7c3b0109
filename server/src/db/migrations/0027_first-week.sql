CREATE TABLE "import_columns" (
	"kind" text NOT NULL,
	"heading" text NOT NULL,
	"field" text,
	CONSTRAINT "import_columns_kind_heading_pk" PRIMARY KEY("kind","heading")
);
--> statement-breakpoint
ALTER TABLE "blocks" DROP CONSTRAINT "blocks_code";--> statement-breakpoint
ALTER TABLE "categories" DROP CONSTRAINT "categories_code";--> statement-breakpoint
ALTER TABLE "departments" DROP CONSTRAINT "departments_code";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "department_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "in_records" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "left_records_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "provider_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "provider_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_set_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_code" CHECK (char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]');--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_code" CHECK (char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]');--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_code" CHECK (char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]');--> statement-breakpoint
-- Counts as told last, so that an address which an admin gave somebody stays.
UPDATE users SET provider_email = email WHERE issuer NOT IN ('imported', 'erased');--> statement-breakpoint
UPDATE users SET name_set_by_admin = true WHERE issuer = 'imported';
