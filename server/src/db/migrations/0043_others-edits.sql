ALTER TABLE "group_members" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "groups" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "blocks" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "desks" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "ladder_settings" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "security_settings" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "others" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "others" jsonb;