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
ALTER TABLE "users" ADD COLUMN "in_records_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "left_records_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_code" CHECK (char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]');--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_code" CHECK (char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]');--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_code" CHECK (char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]');