ALTER TABLE "visitors" ADD COLUMN "vouched" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "visitors" SET "vouched" = true WHERE "answer" = 'confirmed';
