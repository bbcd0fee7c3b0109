CREATE TABLE "audit_chain" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_chain_one_row" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "audit_checkpoints" (
	"position" bigint PRIMARY KEY NOT NULL,
	"hash" "bytea" NOT NULL,
	"removed" integer NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "request_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "security_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"settings" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"audit_threshold" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_settings_one_row" CHECK (id)
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "level" text DEFAULT 'INFO' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "position" bigint;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "hash" "bytea";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_active_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_unsealed" ON "audit_events" USING btree ("id") WHERE hash IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_position" ON "audit_events" USING btree ("position");--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "expires_at";--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_sealed_whole" CHECK ((position IS NULL) = (hash IS NULL));--> statement-breakpoint
INSERT INTO "audit_chain" ("position", "hash") VALUES (0, decode(repeat('00', 32), 'hex'));--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: the audit trail is insert-only', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION only_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.hash IS NULL AND NEW.hash IS NOT NULL
     AND (NEW.id, NEW.at, NEW.action, NEW.level, NEW.actor_id, NEW.subject_id, NEW.key_id,
          NEW.loan_id, NEW.method, NEW.reason, NEW.details)
         IS NOT DISTINCT FROM
         (OLD.id, OLD.at, OLD.action, OLD.level, OLD.actor_id, OLD.subject_id, OLD.key_id,
          OLD.loan_id, OLD.method, OLD.reason, OLD.details)
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an audit event is sealed once and never changed'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION only_expired_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at < now() - interval '7 days'
     AND OLD.position <= (SELECT max(position) FROM audit_checkpoints)
  THEN RETURN OLD;
  END IF;
  RAISE EXCEPTION 'an audit event is removed by retention alone'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION only_true_checkpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_events e
              WHERE e.position = NEW.position AND e.hash = NEW.hash
                AND e.at < now() - interval '7 days')
  THEN RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a checkpoint is the seal of an old audit event'
    USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE FUNCTION only_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position > OLD.position THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'the chain of seals only grows' USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_events_sealing BEFORE UPDATE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION only_sealing();--> statement-breakpoint
CREATE TRIGGER audit_events_retention BEFORE DELETE ON audit_events
  FOR EACH ROW EXECUTE FUNCTION only_expired_events();--> statement-breakpoint
CREATE TRIGGER audit_events_whole BEFORE TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_true BEFORE INSERT ON audit_checkpoints
  FOR EACH ROW EXECUTE FUNCTION only_true_checkpoints();--> statement-breakpoint
CREATE TRIGGER audit_checkpoints_whole BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();--> statement-breakpoint
CREATE TRIGGER audit_chain_forward BEFORE UPDATE ON audit_chain
  FOR EACH ROW EXECUTE FUNCTION only_forward();--> statement-breakpoint
CREATE TRIGGER audit_chain_whole BEFORE INSERT OR DELETE OR TRUNCATE ON audit_chain
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
