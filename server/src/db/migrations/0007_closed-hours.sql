CREATE TABLE "closed_hours" (
	"starts" timestamp with time zone PRIMARY KEY NOT NULL,
	"ends" timestamp with time zone NOT NULL,
	"timezone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "department_hours" (
	"starts" timestamp with time zone NOT NULL,
	"department" text NOT NULL,
	"loans" integer NOT NULL,
	CONSTRAINT "department_hours_starts_department_pk" PRIMARY KEY("starts","department")
);
--> statement-breakpoint
CREATE TABLE "key_hours" (
	"starts" timestamp with time zone NOT NULL,
	"key_id" text NOT NULL,
	"loans" integer NOT NULL,
	CONSTRAINT "key_hours_starts_key_id_pk" PRIMARY KEY("starts","key_id")
);
--> statement-breakpoint
CREATE TABLE "user_hours" (
	"starts" timestamp with time zone NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "user_hours_starts_user_id_pk" PRIMARY KEY("starts","user_id")
);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION reopen_days_of_erased_loans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7233201);
  DELETE FROM closed_days d WHERE EXISTS (
    SELECT FROM gone g
     WHERE (g.taken_at >= d.starts AND g.taken_at < d.ends)
        OR (g.returned_at >= d.starts AND g.returned_at < d.ends));
  DELETE FROM closed_hours h WHERE EXISTS (
    SELECT FROM gone g
     WHERE (g.taken_at >= h.starts AND g.taken_at < h.ends)
        OR (g.returned_at >= h.starts AND g.returned_at < h.ends));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION reopen_days_of_moved_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(7233201);
  DELETE FROM closed_days d WHERE EXISTS (
    SELECT FROM loans l
     WHERE l.key_id = NEW.id AND l.taken_at >= d.starts AND l.taken_at < d.ends);
  DELETE FROM closed_hours h WHERE EXISTS (
    SELECT FROM loans l
     WHERE l.key_id = NEW.id AND l.taken_at >= h.starts AND l.taken_at < h.ends);
  RETURN NULL;
END $$;
