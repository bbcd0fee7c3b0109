CREATE TABLE "active_days" (
	"day" date NOT NULL,
	"role" text NOT NULL,
	"department" text NOT NULL,
	"people" integer NOT NULL,
	CONSTRAINT "active_days_day_role_department_pk" PRIMARY KEY("day","role","department")
);
--> statement-breakpoint
CREATE TABLE "closed_ranges" (
	"days" integer PRIMARY KEY NOT NULL,
	"timezone" text NOT NULL,
	"first" date NOT NULL,
	"last" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_ranges" (
	"days" integer NOT NULL,
	"key_id" text NOT NULL,
	"loans" integer NOT NULL,
	CONSTRAINT "key_ranges_days_key_id_pk" PRIMARY KEY("days","key_id")
);
--> statement-breakpoint
CREATE TABLE "user_ranges" (
	"days" integer NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "user_ranges_days_user_id_pk" PRIMARY KEY("days","user_id")
);
--> statement-breakpoint
CREATE INDEX "days_of_user" ON "user_days" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION drop_ranges_of_opened_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM closed_ranges r WHERE EXISTS (
    SELECT FROM gone g WHERE g.day BETWEEN r.first AND r.last);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER closed_days_drop_ranges AFTER DELETE ON closed_days REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION drop_ranges_of_opened_days();
--> statement-breakpoint
CREATE FUNCTION drop_active_days_of_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7233201);
  DELETE FROM active_days a WHERE a.day IN (SELECT d.day FROM user_days d WHERE d.user_id = NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_drop_active_days AFTER UPDATE OF role, department, deleted_at ON users
  FOR EACH ROW WHEN ((OLD.role, OLD.department, OLD.deleted_at)
                     IS DISTINCT FROM (NEW.role, NEW.department, NEW.deleted_at))
  EXECUTE FUNCTION drop_active_days_of_person();
