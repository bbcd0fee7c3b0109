ALTER TABLE "campus_days" DROP CONSTRAINT "campus_days_closes";--> statement-breakpoint
ALTER TABLE "opening_hours" DROP CONSTRAINT "opening_hours_times";--> statement-breakpoint
ALTER TABLE "campus_days" ADD CONSTRAINT "campus_days_closes" CHECK ((kind = 'short') = (closes IS NOT NULL) AND (closes IS NULL OR closes ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'));--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "opening_hours_times" CHECK (opens ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND closes ~ '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$');