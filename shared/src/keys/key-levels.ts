import { kindsOf } from '../core/kinds.ts';
import type { MessageTemplate } from '../core/message-kinds.ts';
import type { RuleVerdict } from '../core/rule-verdict.ts';
import type { t } from '../texts/en/key-kinds.ts';
import type { ParametersOf } from '../texts/translator.ts';

// Without the schema library, because every page reads it.

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
  /** What applies without a rule or grant (`access-verdict`). */
  byDefault: RuleVerdict['outcome'];
  /** The desk may `override` a refusal by access rules. */
  isOverridable: boolean;
  /** Visitors may have the key (`visitors`). */
  isForVisitors: boolean;
  /** Old tags, which contain the key's id and no secret, are accepted where the settings allow. */
  takesIdTags: boolean;
  /** Messages about the key may be bundled (`few-messages`). */
  isBundled: boolean;
  /** The message about a report of the key. */
  reportTemplate: MessageTemplate;
  label: KeyKindText;
  /** Shown in reports beside the key's name. */
  mark: KeyKindText | null;
};

export type KeyKindText = keyof ParametersOf<typeof t>;

export type KeyLevel = keyof typeof keyLevels;
export const keyLevelNames = kindsOf(keyLevels);
