/** A key with its open loan and last return, as `keySelect` reads it. */
export type KeyRow = {
  id: string;
  key_number: string;
  key_name: string;
  location: string;
  description: string;
  category: string;
  department: string;
  block: string;
  frequently_used: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
  loan_id: string | null;
  holder_id: string | null;
  holder_name: string | null;
  holder_email: string | null;
  taken_at: Date | null;
  returned_at: Date | null;
};

const select = (openLoan: string): string => `
  SELECT k.id, k.key_number, k.key_name, k.location, k.description, k.category, k.department,
         k.block, k.frequently_used, k.version, k.created_at, k.updated_at, k.deleted_at,
         l.id AS loan_id, l.holder_id, h.name AS holder_name, h.email AS holder_email, l.taken_at,
         (SELECT max(r.returned_at) FROM loans r WHERE r.key_id = k.id) AS returned_at
    FROM keys k
    LEFT JOIN ${openLoan}
    LEFT JOIN users h ON h.id = l.holder_id`;

/** Every reader of keys selects this, so that a key looks the same wherever it is read. */
export const keySelect = select('loans l ON l.key_id = k.id AND l.returned_at IS NULL');

/** The same for named keys: looks each one's loan up, where a plan may else read all that are open. */
export const namedKeySelect = select(`LATERAL (
      SELECT id, holder_id, taken_at FROM loans WHERE key_id = k.id AND returned_at IS NULL LIMIT 1
    ) l ON true`);
