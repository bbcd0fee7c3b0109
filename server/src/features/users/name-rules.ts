import { appError } from '@keydesk/shared/errors';
import { isNameAllowed, type NameRules } from '@keydesk/shared/users/person-name';
import type { Config } from '../../config.ts';

/** What decides which names people may have, as this process knows it. */
export function nameRulesOf({ config, campus }: NameDeps): NameRules {
  return { mailboxes: config.mailboxes, desks: campus.current().desks };
}

/** @throws NAME_RESERVED for a name like that of a desk or role, unless the mailbox has that role. */
export function requireAllowedName(name: string, email: string, rules: NameRules): void {
  if (!isNameAllowed(name, email, rules)) throw appError('NAME_RESERVED');
}

export type NameDeps = {
  config: Pick<Config, 'mailboxes'>;
  campus: { current(): Pick<NameRules, 'desks'> };
};
