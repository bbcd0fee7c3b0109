ALTER TABLE "users" ADD COLUMN "provider_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "provider_name" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_set_by_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Counts as told last, so that an address which an admin gave somebody stays.
UPDATE users SET provider_email = email WHERE issuer NOT IN ('imported', 'erased');--> statement-breakpoint
UPDATE users SET name_set_by_admin = true WHERE issuer = 'imported';
