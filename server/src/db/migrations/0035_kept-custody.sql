ALTER TABLE "audit_events" ADD COLUMN "custody" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX "audit_position";--> statement-breakpoint
CREATE UNIQUE INDEX "audit_position" ON "audit_events" USING btree ("custody","position") WHERE position IS NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_warnings" ON "audit_events" USING btree ("action","at") WHERE level = 'WARN';--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD COLUMN "custody" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_checkpoints" DROP CONSTRAINT "audit_checkpoints_pkey";--> statement-breakpoint
ALTER TABLE "audit_checkpoints" ADD CONSTRAINT "audit_checkpoints_custody_position_pk" PRIMARY KEY("custody","position");--> statement-breakpoint
-- The row that is there becomes that of the other events; custody events begin a chain of their own.
ALTER TABLE "audit_chain" DROP COLUMN "id";--> statement-breakpoint
ALTER TABLE "audit_chain" ADD COLUMN "custody" boolean DEFAULT false NOT NULL PRIMARY KEY;--> statement-breakpoint
ALTER TABLE "audit_chain" ALTER COLUMN "custody" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "audit_chain" DISABLE TRIGGER "audit_chain_whole";--> statement-breakpoint
INSERT INTO "audit_chain" ("custody", "position", "hash") VALUES (true, 0, decode(repeat('00', 32), 'hex'));--> statement-breakpoint
ALTER TABLE "audit_chain" ENABLE TRIGGER "audit_chain_whole";--> statement-breakpoint
CREATE OR REPLACE FUNCTION only_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.hash IS NULL AND NEW.hash IS NOT NULL
     AND (NEW.id, NEW.at, NEW.action, NEW.level, NEW.actor_id, NEW.subject_id, NEW.key_id,
          NEW.loan_id, NEW.method, NEW.reason, NEW.details, NEW.custody)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.at, OLD.action, OLD.level, OLD.actor_id, OLD.subject_id, OLD.key_id,
          OLD.loan_id, OLD.method, OLD.reason, OLD.details, OLD.custody)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an audit event is sealed once and never changed'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
-- The shortest time for which an event is kept, whatever the settings say. In hours, which no clock
-- change makes longer; retention waits an hour more, whatever clock it reads.
CREATE FUNCTION audit_may_go(event audit_events) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT event.at < now() - CASE WHEN event.custody THEN interval '8760 hours' ELSE interval '168 hours' END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION only_expired_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_may_go(OLD)
     AND OLD.position <= (SELECT max(position) FROM audit_checkpoints WHERE custody = OLD.custody)
  THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'an audit event is removed by retention alone'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION only_true_checkpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_events e
              WHERE e.custody = NEW.custody AND e.position = NEW.position AND e.hash = NEW.hash
                AND audit_may_go(e))
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a checkpoint is the seal of an old audit event'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION only_erased_or_expired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM users WHERE id = OLD.person_id AND erased_at IS NOT NULL)
     OR EXISTS (SELECT FROM audit_events e
                 WHERE e.id = OLD.event_id AND audit_may_go(e)
                   AND e.position <= (SELECT max(position) FROM audit_checkpoints c
                                       WHERE c.custody = e.custody))
  THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'what an audit event tells of a person goes with the event or the person'
    USING ERRCODE = 'insufficient_privilege';
END $$;
