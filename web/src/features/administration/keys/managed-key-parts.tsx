import { isOverdue } from '@keydesk/shared/due/calendar';
import { type Key, standingOf } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { Pencil, Printer, Star, Trash2 } from 'lucide-react';
import { api, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { useCampusTimezone } from '../../../lib/config.ts';
import { dueInWords, overdueText } from '../../../lib/due.ts';
import { ActionIconButton } from '../../../ui/action-button.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
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

/** In words what is usual; what is not, as a pill. */
export function ManagedKeyStatus({ item, now }: ManagedKeyStatusProps) {
  const timezone = useCampusTimezone();
  const { takenBy, dueAt } = item;
  if (item.status === 'available' && item.notSeenSince)
    return <NotSeenPill since={item.notSeenSince} />;
  if (item.status === 'available') return <p className="text-sm/5 text-muted">{t('available')}</p>;
  if (standingOf(item) === 'reported' && item.condition)
    return <ConditionPill condition={item.condition} />;
  const overdue = dueAt !== null && isOverdue(item, now);
  return (
    <>
      <p className="text-sm/5 wrap-anywhere">
        <Dotted>
          <span className="text-out">{t('in-use')}</span>
          {takenBy && <PersonLink id={takenBy.userId}>{takenBy.name}</PersonLink>}
        </Dotted>
      </p>
      {takenBy?.disputed && <DisputedPill />}
      <p className={overdue ? 'text-sm/5 text-overdue' : 'text-sm/5 text-muted'}>
        {overdue ? overdueText(dueAt, now, timezone) : dueInWords(dueAt, now, timezone)}
      </p>
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
