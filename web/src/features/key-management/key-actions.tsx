import type { Key } from '@keydesk/shared/keys/key';
import { Pencil, Star, Trash2 } from 'lucide-react';
import { ActionIconButton } from '../../ui/action-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** What can be done with a managed key. */
export type KeyDeeds = {
  onEdit: (key: Key) => void;
  onDelete: (key: Key) => void;
  onToggleFrequent: (key: Key) => void;
};

type KeyActionsProps = KeyDeeds & { item: Key };

/** The mark of frequent use, Edit and Delete of one key. */
export const KeyActions = ({ item, onEdit, onDelete, onToggleFrequent }: KeyActionsProps) => {
  const { keyNumber, frequentlyUsed } = item;
  return (
    <div className="flex items-center">
      <ActionIconButton
        label={`Frequently used: ${keyNumber}`}
        title={frequentlyUsed ? 'Frequently used' : 'Mark as frequently used'}
        aria-pressed={frequentlyUsed}
        icon={<Star className={frequentlyUsed ? 'fill-current' : undefined} />}
        className={frequentlyUsed ? '[&_svg]:text-accent' : undefined}
        onClick={() => onToggleFrequent(item)}
      />
      <IconButton label={`Edit ${keyNumber}`} icon={<Pencil />} onClick={() => onEdit(item)} />
      <IconButton
        label={`Delete ${keyNumber}`}
        icon={<Trash2 />}
        className="hover:text-danger"
        onClick={() => onDelete(item)}
      />
    </div>
  );
};
