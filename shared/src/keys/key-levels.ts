import { kindsOf } from '../core/kinds.ts';
import type { MessageTemplate } from '../core/message-kinds.ts';
import type { RuleVerdict } from '../core/rule-verdict.ts';

// Without the schema library, because every page reads it.

/** How strictly a key is kept. */
export const keyLevels = {
  normal: {
    byDefault: 'allowed',
    isOverridable: true,
    isForVisitors: true,
    takesIdTags: true,
    isBundled: true,
    reportTemplate: 'key-reported',
    label: 'Normal: everybody',
    mark: null,
  },
  restricted: {
    byDefault: 'needs-approval',
    isOverridable: true,
    isForVisitors: true,
    takesIdTags: true,
    isBundled: true,
    reportTemplate: 'key-reported',
    label: 'Restricted: after approval',
    mark: null,
  },
  high: {
    byDefault: 'refused',
    isOverridable: false,
    isForVisitors: false,
    takesIdTags: false,
    isBundled: false,
    reportTemplate: 'high-key-reported',
    label: 'High-security: named people only',
    mark: 'High-security',
  },
} as const satisfies Record<string, KeyLevelRow>;

type KeyLevelRow = {
  /** What holds where no rule and no grant applies (`access-verdict`). */
  byDefault: RuleVerdict['outcome'];
  /** The desk may hand the key out although access rules refuse it (`override`). */
  isOverridable: boolean;
  /** Visitors may have the key (`visitors`). */
  isForVisitors: boolean;
  /** Its older tags count, which hold its id and no secret, where the settings accept them. */
  takesIdTags: boolean;
  /** Messages about the key may be bundled (`few-messages`). */
  isBundled: boolean;
  /** The message about a report of the key. */
  reportTemplate: MessageTemplate;
  /** How people choose and read it. */
  label: string;
  /** What reports show beside the name of the key. */
  mark: string | null;
};

export type KeyLevel = keyof typeof keyLevels;
export const keyLevelNames = kindsOf(keyLevels);
