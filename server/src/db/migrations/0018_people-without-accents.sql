DROP INDEX "users_search";--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name || ' ' || email || ' ' || coalesce(faculty_id, ''), NFD), '[\u0300-\u036f''`´‘’ʼ′]', '', 'g')),
    'ðđħıłøŧς', 'ddhilotσ'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') gin_trgm_ops);