import type { ManagedUser } from '@keydesk/shared/dashboard/dashboard';
import { momentText } from '../../lib/date-text.ts';

/** When a person last signed in. */
export const lastLoginText = ({ lastLogin }: ManagedUser): string =>
  momentText(lastLogin) || 'Never';

/** A count with its noun. */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
