import type { Key } from '@keydesk/shared/keys/key';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/managed-keys';
import { Printer, Star, Trash2, UserRound } from 'lucide-react';
import { api, callForResponse } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/browser.ts';
import { useNow } from '../../../lib/clock.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { useDownload } from '../../../ui/download-button.tsx';
import type { MenuEntry } from '../../../ui/menu.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { KeyDue, useKeyException, useOverdue } from '../../keys/key-parts.tsx';
import { RecordActions } from '../record-page.tsx';
import { SelectBox, selectEntry, type useSelection } from '../selection.tsx';

export type KeyActionHandlers = {
  onEdit: (key: Key) => void;
  onDelete: (key: Key) => void;
  onToggleFrequent: (key: Key) => void;
  /** Begins a selection, on the list. */
  onSelect?: (key: Key) => void;
};

type KeyActionsProps = KeyActionHandlers & { item: Key; labelled?: boolean };

export function KeyActions(props: KeyActionsProps) {
  const { item, onEdit, onDelete, onToggleFrequent, onSelect, labelled = false } = props;
  const tag = useDownload(tagsOf([item]));
  return (
    <RecordActions
      title={item.keyNumber}
      labelled={labelled}
      onEdit={() => onEdit(item)}
      entries={[
        item.takenBy && holderEntry(item.takenBy),
        {
          label: t(item.frequentlyUsed ? 'not-frequently-used' : 'mark-as-frequently-used'),
          icon: <Star aria-hidden />,
          onSelect: () => onToggleFrequent(item),
        },
        {
          label: t('print-key-tag'),
          icon: <Printer aria-hidden />,
          onSelect: () => tag.mutate(),
        },
        onSelect && selectEntry(() => onSelect(item)),
      ]}
      last={{
        label: actionText('delete'),
        icon: <Trash2 aria-hidden />,
        onSelect: () => onDelete(item),
      }}
    />
  );
}

function holderEntry({ userId, name }: NonNullable<Key['takenBy']>): MenuEntry {
  return { label: name, icon: <UserRound aria-hidden />, to: `/dashboard/admin/users/${userId}` };
}

export type KeySelection = Pick<
  ReturnType<typeof useSelection<Key>>,
  'ids' | 'select' | 'selecting'
>;

type SelectKeyProps = { item: Key; selection: KeySelection };

export function SelectKey({ item, selection: { ids, select } }: SelectKeyProps) {
  return (
    <div className="-my-1">
      <SelectBox
        label={t('select-key', { keyNumber: item.keyNumber })}
        checked={ids.has(item._id)}
        onChange={(on) => select([item], on)}
      />
    </div>
  );
}

/** Links to the key's page; a star marks what faculty find first. */
export function ManagedKeyNumber({ item }: { item: Key }) {
  return (
    <>
      <KeyNumber number={item.keyNumber} linkTo={item._id} />
      {item.frequentlyUsed && (
        <Star
          role="img"
          aria-label={t('frequently-used')}
          className="ms-1.5 inline size-3.5 fill-current align-baseline text-muted"
        />
      )}
    </>
  );
}

/** In words what is usual; what is not, as a pill. */
export function ManagedKeyStatus({ item, narrow = false }: { item: Key; narrow?: boolean }) {
  // A key may become overdue without any event.
  useNow();
  // A phone has no room for both 'In Use' and 'Overdue'.
  const brief = useOverdue(item) && narrow;
  const exception = useKeyException(item);
  if (!item.takenBy) return exception ?? <span className="text-muted">{t('available')}</span>;
  return (
    <Dotted>
      <span className="@2xl:block">
        <Dotted>
          {!brief && <span className="text-out">{t('in-use')}</span>}
          <span>
            {brief && <span className="sr-only">{t('in-use')} </span>}
            {item.takenBy.name}
          </span>
        </Dotted>
      </span>
      {exception}
      <span className="text-sm">
        <KeyDue item={item} />
      </span>
    </Dotted>
  );
}

/** The tags of these keys, or of all, as a file to download. */
export function tagsOf(keys: readonly Key[], all = false) {
  const body = all ? {} : { keyIds: keys.map(({ _id }) => _id) };
  return {
    download: async () => saveFile(await callForResponse(api.keyTags, { body }), 'key-tags.pdf'),
    says: t('tags-downloaded', { count: keys.length }),
  };
}
