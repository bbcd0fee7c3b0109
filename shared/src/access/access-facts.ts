import type { KeyLevel } from '../keys/key-fields.ts';
import type { Role } from '../users/role.ts';
import type { NamedRule } from './access-rule.ts';

/** Everything that decides whether a person may take a key at a moment. */
export type AccessFacts = {
  at: Date;
  /** IANA name of the campus's time zone. */
  timezone: string;
  key: {
    id: string;
    keyNumber: string;
    level: KeyLevel;
    department: string;
    category: string;
    block: string;
  };
  person: { id: string; name: string; role: Role; department: string | null };
  /** Rules that had not ended at that moment; those about other keys or people may be among them. */
  rules: readonly NamedRule[];
  /** Ids of the groups of which the person was a member at that moment. */
  groupIds: readonly string[];
  /** Whether the person had a grant for the key at that moment, with uses left. */
  granted: boolean;
  /** Who decides about the key; null: the admins. */
  approverName: string | null;
  /** A key that the person has and should have brought back, where that stands in the way of new ones. */
  overdueKeyNumber: string | null;
};
