import type { RuleEffect, RuleSubject, RuleTarget } from '@keydesk/shared/access/access-rule';
import type { NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { accessRuleText } from '@keydesk/shared/access/rule-text';
import { dayAfter } from '@keydesk/shared/due/calendar';
import { t } from '@keydesk/shared/texts/en/access-rules';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import type { DraftErrors } from '../../lib/draft.ts';
import { campusTimezone, fromDateTimeField } from '../../lib/format.ts';
import type { ComboboxOption } from '../../ui/combobox-field.tsx';

export type RuleDraft = {
  effect: RuleEffect | '';
  subject: RuleSubject | '';
  /** Null for everyone. */
  who: ComboboxOption | null;
  target: RuleTarget | '';
  what: ComboboxOption | null;
  weekdays: readonly number[];
  fromTime: string;
  toTime: string;
  fromDay: string;
  /** The last day on which the rule applies, on the campus's calendar. */
  untilDay: string;
  except: ComboboxOption | null;
  note: string;
};

export const emptyRule: RuleDraft = {
  effect: '',
  subject: '',
  who: null,
  target: '',
  what: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  fromTime: '',
  toTime: '',
  fromDay: '',
  untilDay: '',
  except: null,
  note: '',
};

export function errorsOf(draft: RuleDraft): DraftErrors<RuleDraft> {
  const { effect, subject, who, target, what, fromTime, toTime, fromDay, untilDay } = draft;
  const [whom, about] = [t('choose-whom'), t('choose-keys')];
  return {
    ...(subject === '' && { subject: whom }),
    ...(subject !== '' && subject !== 'everyone' && !who && { who: whom }),
    ...(effect === '' && { effect: t('choose-effect') }),
    ...(target === '' && { target: about }),
    ...(target !== '' && target !== 'all' && !what && { what: about }),
    ...(draft.weekdays.length === 0 && { weekdays: fieldText('choose-a-day') }),
    ...(fromTime !== '' && fromTime === toTime && { toTime: t('when-it-begins') }),
    ...(fromDay !== '' &&
      untilDay !== '' &&
      untilDay < fromDay && { untilDay: t('before-it-begins') }),
  };
}

type CompleteDraft = RuleDraft & Pick<NewAccessRule, 'effect' | 'subject' | 'target'>;

export function isComplete(draft: RuleDraft): draft is CompleteDraft {
  return Object.keys(errorsOf(draft)).length === 0;
}

export function toNewRule(draft: CompleteDraft, timezone = campusTimezone.get()): NewAccessRule {
  const { effect, subject, who, target, what, weekdays, fromDay, untilDay, except } = draft;
  return {
    effect,
    subject,
    subjectId: subject === 'everyone' ? undefined : who?.id,
    target,
    targetId: target === 'all' ? undefined : what?.id,
    weekdays: weekdays.length === 7 ? undefined : [...weekdays],
    fromTime: draft.fromTime || undefined,
    toTime: draft.toTime || undefined,
    validFrom: fromDay ? startOf(fromDay, timezone) : undefined,
    validUntil: untilDay ? startOf(dayAfter(untilDay), timezone) : undefined,
    exceptGroupId: except?.id,
    note: draft.note.trim(),
  };
}

export function startOf(day: string, timezone = campusTimezone.get()): string {
  return fromDateTimeField(`${day}T00:00`, timezone);
}

export function sentenceOf(draft: CompleteDraft, timezone = campusTimezone.get()): string {
  const { weekdays, fromTime, toTime, validFrom, validUntil } = toNewRule(draft, timezone);
  return accessRuleText(
    {
      effect: draft.effect,
      subject: draft.subject,
      target: draft.target,
      weekdays: weekdays ?? emptyRule.weekdays,
      fromTime: fromTime ?? null,
      toTime: toTime ?? null,
      validFrom: validFrom ?? null,
      validUntil: validUntil ?? null,
      targetId: draft.what?.id ?? null,
      targetName: draft.what?.label ?? null,
      subjectId: draft.who?.id ?? null,
      subjectName: draft.who?.label ?? null,
      exceptGroupId: draft.except?.id ?? null,
      exceptGroupName: draft.except?.label ?? null,
    },
    timezone,
  );
}
