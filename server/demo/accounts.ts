import { t as roleText } from '@keydesk/shared/texts/en/roles';
import { and, isNull, ne, sql } from 'drizzle-orm';
import type { Connection } from '../src/db/client.ts';
import { users } from '../src/db/schema.ts';
import { fixedAddresses } from './people.ts';

/** An account that the chooser offers. `role` is only a label and grants nothing. */
export type DemoAccount = {
  readonly email: string;
  readonly name: string;
  readonly role: string;
};

const maxAccounts = 12;

/** The fixed accounts, then one or two of every other role, then faculty by name. */
export async function listDemoAccounts(db: Connection): Promise<DemoAccount[]> {
  const fixed = sql.param(Object.values(fixedAddresses));
  const rows = await db.orm
    .select({ email: users.email, name: users.name, role: users.role })
    .from(users)
    .where(and(isNull(users.deletedAt), ne(users.role, 'visitor')))
    .orderBy(
      sql`array_position(${fixed}::text[], lower(${users.email}))`,
      sql`array_position(ARRAY['admin', 'security', 'operator', 'responder'], ${users.role})`,
      users.name,
    )
    .limit(maxAccounts);
  return rows.map(({ email, name, role }) => ({
    email,
    name,
    role: role === 'pending' ? 'Not registered yet' : roleText(role),
  }));
}
