-- The analytics count the loans themselves, so nothing that is counted in advance remains.
DROP TRIGGER "loans_reopen_days" ON "loans";--> statement-breakpoint
DROP TRIGGER "keys_reopen_days" ON "keys";--> statement-breakpoint
DROP TRIGGER "users_drop_active_days" ON "users";--> statement-breakpoint
DROP TABLE "active_days";--> statement-breakpoint
DROP TABLE "closed_days";--> statement-breakpoint
DROP TABLE "closed_hours";--> statement-breakpoint
DROP TABLE "closed_ranges";--> statement-breakpoint
DROP TABLE "department_hours";--> statement-breakpoint
DROP TABLE "hour_days";--> statement-breakpoint
DROP TABLE "key_days";--> statement-breakpoint
DROP TABLE "key_hours";--> statement-breakpoint
DROP TABLE "key_ranges";--> statement-breakpoint
DROP TABLE "user_days";--> statement-breakpoint
DROP TABLE "user_hours";--> statement-breakpoint
DROP TABLE "user_ranges";--> statement-breakpoint
DROP FUNCTION reopen_days_of_erased_loans();--> statement-breakpoint
DROP FUNCTION reopen_days_of_moved_key();--> statement-breakpoint
DROP FUNCTION drop_ranges_of_opened_days();--> statement-breakpoint
DROP FUNCTION drop_active_days_of_person();--> statement-breakpoint
DROP INDEX "loans_by_time";--> statement-breakpoint
CREATE INDEX "loans_by_time" ON "loans" USING btree ("taken_at") INCLUDE ("key_id", "holder_id");
