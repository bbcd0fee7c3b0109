CREATE TABLE "audit_personal" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"salt" text NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_identity";--> statement-breakpoint
DROP INDEX "users_email";--> statement-breakpoint
DROP INDEX "users_faculty_id";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_personal_of" ON "audit_personal" USING btree ("person_id");--> statement-breakpoint
-- Until now removal freed an address, a Faculty ID and an identity. Of those that several people
-- have had, the one who is active or was removed last keeps it; the others' are marked.
UPDATE "users" u SET "email" = u."email" || ' (removed ' || u."id" || ')'
 WHERE u."deleted_at" IS NOT NULL AND EXISTS (
       SELECT FROM "users" o WHERE lower(o."email") = lower(u."email") AND o."id" <> u."id"
          AND (o."deleted_at" IS NULL OR (o."deleted_at", o."id") > (u."deleted_at", u."id")));--> statement-breakpoint
UPDATE "users" u SET "faculty_id" = u."faculty_id" || ' (removed ' || u."id" || ')'
 WHERE u."deleted_at" IS NOT NULL AND EXISTS (
       SELECT FROM "users" o WHERE lower(o."faculty_id") = lower(u."faculty_id") AND o."id" <> u."id"
          AND (o."deleted_at" IS NULL OR (o."deleted_at", o."id") > (u."deleted_at", u."id")));--> statement-breakpoint
UPDATE "users" u SET "subject" = u."subject" || ' (removed ' || u."id" || ')'
 WHERE u."deleted_at" IS NOT NULL AND EXISTS (
       SELECT FROM "users" o WHERE (o."issuer", o."subject") = (u."issuer", u."subject") AND o."id" <> u."id"
          AND (o."deleted_at" IS NULL OR (o."deleted_at", o."id") > (u."deleted_at", u."id")));--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower(email));--> statement-breakpoint
CREATE UNIQUE INDEX "users_faculty_id" ON "users" USING btree (lower(faculty_id));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_are_removed" CHECK (erased_at IS NULL OR deleted_at IS NOT NULL);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_waiting_are_pending" CHECK (waiting_since IS NULL OR role = 'pending');--> statement-breakpoint
CREATE FUNCTION only_erased_or_expired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = OLD.person_id AND erased_at IS NOT NULL)
     OR EXISTS (SELECT FROM audit_events e
                 WHERE e.id = OLD.event_id AND e.at < now() - interval '7 days'
                   AND e.position <= (SELECT max(position) FROM audit_checkpoints))
  THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what an audit event tells of a person goes with the event or the person'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_personal_removal BEFORE DELETE ON audit_personal
  FOR EACH ROW EXECUTE FUNCTION only_erased_or_expired();--> statement-breakpoint
CREATE TRIGGER audit_personal_whole BEFORE UPDATE OR TRUNCATE ON audit_personal
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
