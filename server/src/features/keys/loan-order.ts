/**
 * The order of loans in SQL, of which the last is the newest. A correction ends a loan at the moment at
 * which it began, and that of the right person begins then too: the one that lasts longer is newer.
 */
function orderOf(loan: string): string[] {
  return [`${loan}.taken_at`, `coalesce(${loan}.returned_at, 'infinity')`, `${loan}.id`];
}

/** SQL to order by: the newest loan `l` first. */
export const newestLoanFirst = orderOf('l')
  .map((column) => `${column} DESC`)
  .join(', ');

/** SQL: the loan `l` is older than the one with this id, so a page behind it loses none. */
export function isOlderLoan(id: string): string {
  return `(${orderOf('l').join(', ')}) <
          (SELECT ${orderOf('shown').join(', ')} FROM loans shown WHERE shown.id = ${id})`;
}
