ALTER TABLE "desk_devices" ADD COLUMN "pin_failed_at" timestamp with time zone[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "duties" ADD COLUMN "disputed_at" timestamp with time zone;