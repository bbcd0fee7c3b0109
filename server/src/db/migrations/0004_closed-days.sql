CREATE TABLE "closed_days" (
	"day" date PRIMARY KEY NOT NULL,
	"timezone" text NOT NULL,
	"starts" timestamp with time zone NOT NULL,
	"ends" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hour_days" (
	"day" date NOT NULL,
	"hour" integer NOT NULL,
	"department" text NOT NULL,
	"loans" integer NOT NULL,
	CONSTRAINT "hour_days_day_hour_department_pk" PRIMARY KEY("day","hour","department")
);
--> statement-breakpoint
CREATE TABLE "key_days" (
	"day" date NOT NULL,
	"key_id" text NOT NULL,
	"loans" integer NOT NULL,
	CONSTRAINT "key_days_day_key_id_pk" PRIMARY KEY("day","key_id")
);
--> statement-breakpoint
CREATE TABLE "user_days" (
	"day" date NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "user_days_day_user_id_pk" PRIMARY KEY("day","user_id")
);
--> statement-breakpoint
CREATE FUNCTION reopen_days_of_erased_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7233201);
  DELETE FROM closed_days d WHERE EXISTS (
    SELECT FROM gone g
     WHERE (g.taken_at >= d.starts AND g.taken_at < d.ends)
        OR (g.returned_at >= d.starts AND g.returned_at < d.ends));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER loans_reopen_days AFTER DELETE ON loans REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION reopen_days_of_erased_loans();
--> statement-breakpoint
CREATE FUNCTION reopen_days_of_moved_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7233201);
  DELETE FROM closed_days d WHERE EXISTS (
    SELECT FROM loans l
     WHERE l.key_id = NEW.id AND l.taken_at >= d.starts AND l.taken_at < d.ends);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keys_reopen_days AFTER UPDATE OF department ON keys
  FOR EACH ROW WHEN (OLD.department IS DISTINCT FROM NEW.department)
  EXECUTE FUNCTION reopen_days_of_moved_key();
