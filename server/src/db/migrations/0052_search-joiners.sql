DROP INDEX "users_search";--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ((CASE WHEN octet_length(name || ' ' || email || ' ' || coalesce(faculty_id, '')) = char_length(name || ' ' || email || ' ' || coalesce(faculty_id, ''))
    THEN translate(lower(name || ' ' || email || ' ' || coalesce(faculty_id, '')), '''`', '') ELSE replace(replace(replace(replace(replace(translate(
    lower(regexp_replace(normalize(name || ' ' || email || ' ' || coalesce(faculty_id, ''), NFD), '[\u0300-\u036f\u200c\u200d''`´‘’ʼ′]', '', 'g')),
    'ðđħıłøŧς', 'ddhilotσ'), 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END) gin_trgm_ops);