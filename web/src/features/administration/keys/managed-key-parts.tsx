import { isOverdue } from '@keydesk/shared/due/calendar';
import { type Key, standingOf } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { CircleCheck, ClockAlert, Pencil, Printer, Star, Trash2, UserRound } from 'lucide-react';
import { api, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { dueText } from '../../../lib/due.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { ActionIconButton } from '../../../ui/action-button.tsx';
import { StatusPill } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { DownloadButton } from '../../../ui/download-button.tsx';
import { PersonLink } from '../../../ui/record-link.tsx';
import { ConditionPill, DisputedPill, NotSeenPill } from '../../keys/key-parts.tsx';

type KeyActionHandlers = {
  onEdit: (key: Key) => void;
  onDelete: (key: Key) => void;
  onToggleFrequent: (key: Key) => void;
};

export type ManagedKeyProps = KeyActionHandlers & {
  item: Key;
  selected: boolean;
  onSelect: (key: Key, selected: boolean) => void;
  /** Overdue keys are due before this time, in Unix milliseconds. */
  now: number;
};

type KeyActionsProps = KeyActionHandlers & { item: Key };

export function KeyActions({ item, onEdit, onDelete, onToggleFrequent }: KeyActionsProps) {
  const { keyNumber, frequentlyUsed } = item;
  return (
    <div className="flex items-center justify-end">
      <ActionIconButton
        label={t('frequently-used-key', { keyNumber })}
        title={frequentlyUsed ? t('frequently-used') : t('mark-as-frequently-used')}
        aria-pressed={frequentlyUsed}
        icon={<Star className={frequentlyUsed ? 'fill-current' : undefined} />}
        className={frequentlyUsed ? '[&_svg]:text-accent' : undefined}
        onClick={() => onToggleFrequent(item)}
      />
      <IconButton
        label={actionText('edit-named', { title: keyNumber })}
        icon={<Pencil />}
        onClick={() => onEdit(item)}
      />
      <IconButton
        label={actionText('delete-named', { title: keyNumber })}
        icon={<Trash2 />}
        className="hover:text-danger"
        onClick={() => onDelete(item)}
      />
    </div>
  );
}

type ManagedKeyStatusProps = { item: Key; now: number };

export function ManagedKeyStatus({ item, now }: ManagedKeyStatusProps) {
  const timezone = useCampusTimezone();
  const { takenBy, takenAt, dueAt } = item;
  if (item.status === 'available' && item.notSeenSince)
    return <NotSeenPill since={item.notSeenSince} />;
  if (item.status === 'available')
    return (
      <StatusPill tone="available" icon={<CircleCheck aria-hidden />}>
        {t('available')}
      </StatusPill>
    );
  if (standingOf(item) === 'reported' && item.condition)
    return <ConditionPill condition={item.condition} />;
  const overdue = isOverdue(item, now);
  return (
    <>
      <StatusPill tone={overdue ? 'overdue' : 'out'} icon={<UserRound aria-hidden />}>
        {t('in-use')}
      </StatusPill>
      {takenBy?.disputed && <DisputedPill />}
      {takenBy && (
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          <PersonLink id={takenBy.userId} className="font-medium text-ink">
            {takenBy.name}
          </PersonLink>
        </p>
      )}
      {takenAt && (
        <p className="text-sm text-muted tabular-nums">
          {keyText('since', { when: formatDateTime(takenAt) })}
        </p>
      )}
      {overdue && (
        <p className="flex items-start gap-1 text-sm font-medium text-overdue tabular-nums">
          <ClockAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('overdue-due', { due: dueText(dueAt, now, timezone) })}
        </p>
      )}
    </>
  );
}

type PrintTagsButtonProps = {
  keys: readonly Key[];
  /** Whether `keys` are only some of all keys. */
  filtered: boolean;
  label?: string;
};

export function PrintTagsButton({
  keys,
  filtered,
  label = t('print-key-tags'),
}: PrintTagsButtonProps) {
  const download = async () => {
    const body = filtered ? { keyIds: keys.map(({ _id }) => _id) } : {};
    await saveFile(await callForResponse(api.keyTags, { body }), 'key-tags.pdf');
  };
  return (
    <DownloadButton
      variant="secondary"
      size="small"
      disabled={keys.length === 0}
      download={download}
      icon={<Printer aria-hidden className="size-4" />}
      says={t('tags-downloaded', { count: keys.length })}
    >
      {label}
    </DownloadButton>
  );
}
