/**
 * SQL of rules that several statements ask. Whether a loan `l` is open and its holder's own: while they
 * dispute it (`not-me`), the key is with somebody, but not with them.
 */
export const isHeldLoan = `(l.returned_at IS NULL AND NOT EXISTS (
    SELECT FROM loan_disputes held WHERE held.loan_id = l.id AND held.settled_at IS NULL))`;
