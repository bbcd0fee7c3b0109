import { kindsOf } from '../core/kinds.ts';
import type { MessageTemplate } from '../core/message-kinds.ts';
import type { RuleVerdict } from '../core/rule-verdict.ts';
import type { t } from '../texts/en/key-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';

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
    label: 'normal',
    mark: null,
  },
  restricted: {
    byDefault: 'needs-approval',
    isOverridable: true,
    isForVisitors: true,
    takesIdTags: true,
    isBundled: true,
    reportTemplate: 'key-reported',
    label: 'restricted',
    mark: null,
  },
  high: {
    byDefault: 'refused',
    isOverridable: false,
    isForVisitors: false,
    takesIdTags: false,
    isBundled: false,
    reportTemplate: 'high-key-reported',
    label: 'high',
    mark: 'high-security',
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
  label: KeyKindText;
  /** What reports show beside the name of the key. */
  mark: KeyKindText | null;
};

/** What the catalogue has of the kinds of keys and of what happens to them. */
export type KeyKindText = keyof ParametersOf<typeof t>;

export type KeyLevel = keyof typeof keyLevels;
export const keyLevelNames = kindsOf(keyLevels);
