ALTER TABLE "loan_disputes" DROP CONSTRAINT "loan_disputes_resolution";--> statement-breakpoint
ALTER TABLE "visitors" ADD COLUMN "refused_by" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE visitors SET refused_by = ARRAY[sponsor_id] WHERE answer = 'refused';--> statement-breakpoint
ALTER TABLE "loan_disputes" ADD CONSTRAINT "loan_disputes_resolution" CHECK (resolution IN ('returned', 'corrected', 'confirmed', 'sponsor-refuses'));