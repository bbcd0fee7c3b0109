CREATE UNLOGGED TABLE "import_parts" (
	"upload_id" text NOT NULL,
	"part" integer NOT NULL,
	"user_id" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_parts_upload_id_part_pk" PRIMARY KEY("upload_id","part")
);
