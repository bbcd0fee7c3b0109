ALTER TABLE "group_members" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "desks" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "desks" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "desks" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ladder_settings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "ladder_settings" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "ladder_settings" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "security_settings" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "security_settings" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "changed_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "changed_by" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "changed_at" timestamp with time zone;