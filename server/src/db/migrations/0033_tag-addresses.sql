-- 16 letters of base32 from 16 bytes of which no bit is fixed: two UUIDs have their version and variant in bytes 6 and 8.
CREATE FUNCTION "new_key_tag"() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 1 + (get_byte(bytes, i) & 31), 1), '')
    FROM (SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS bytes) AS random,
         generate_series(0, 17) AS i
   WHERE i NOT IN (6, 8)
$$;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "tag" text DEFAULT new_key_tag() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "keys_tag" ON "keys" USING btree ("tag");
