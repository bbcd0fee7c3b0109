DROP INDEX "audit_position";--> statement-breakpoint
DROP INDEX "loans_by_return";--> statement-breakpoint
CREATE UNIQUE INDEX "audit_position" ON "audit_events" USING btree ("position") WHERE position IS NOT NULL;--> statement-breakpoint
CREATE INDEX "loans_by_return" ON "loans" USING btree ("returned_at") WHERE returned_at IS NOT NULL;