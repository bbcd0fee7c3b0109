import { namesText } from '@keydesk/shared/core/formats';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/selection';
import { ListChecks } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import type { MenuEntry } from '../../ui/menu.tsx';

/**
 * The selected items, as they were when selected. A selection survives a change of the filter, so
 * that several searches can build it. Rows have check boxes from *Select* until *Done*.
 */
export function useSelection<Item>(idOf: (item: Item) => string) {
  const [selecting, setSelecting] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  return useMemo(() => {
    const select = (changed: readonly Item[], on: boolean) =>
      setChosen((before) => {
        const next = new Map<string, Item>(before);
        for (const item of changed) on ? next.set(idOf(item), item) : next.delete(idOf(item));
        return next;
      });
    const clear = () => setChosen(new Map());
    const end = () => {
      setSelecting(false);
      clear();
    };
    const begin = selectEntry(() => setSelecting(true));
    const beginWith = (item: Item) => {
      setSelecting(true);
      select([item], true);
    };
    const ids: ReadonlySet<string> = new Set(chosen.keys());
    return { ids, items: [...chosen.values()], select, clear, selecting, begin, beginWith, end };
  }, [chosen, selecting, idOf]);
}

export function selectEntry(onSelect: () => void): MenuEntry {
  return { label: t('select'), icon: <ListChecks aria-hidden />, onSelect };
}

export function boxOfAll(all: readonly string[], ids: ReadonlySet<string>) {
  const count = ids.size === 0 ? 0 : all.filter((id) => ids.has(id)).length;
  return { checked: count > 0 && count === all.length, mixed: count > 0 && count < all.length };
}

type SelectBoxProps = {
  label: string;
  checked: boolean;
  /** Some, but not all, are selected. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
};

/** A row's checkbox, large enough for a finger. */
export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center rounded-control hover:bg-sunken">
      <input
        ref={(input) => {
          // HTML has no attribute for this state.
          if (input) input.indeterminate = mixed;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

type SelectionBarProps = {
  label: string;
  ids: readonly string[];
  listed: readonly string[];
  onSelectAll: () => void;
  onDone: () => void;
  children: ReactNode;
};

/** Stays in view. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, ids, listed, onSelectAll, onDone, children } = props;
  const hidden = useMemo(() => {
    const shown = new Set(listed);
    return ids.filter((id) => !shown.has(id)).length;
  }, [ids, listed]);
  const allSelected = ids.length - hidden === listed.length;
  return (
    <section
      aria-label={label}
      className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-2 shadow-float"
    >
      <p role="status" className="me-auto min-w-0 ps-2 font-semibold tabular-nums">
        <Dotted>
          {t('selected', { count: ids.length })}
          {hidden > 0 && (
            <span className="font-normal text-muted">{t('not-in-list', { count: hidden })}</span>
          )}
        </Dotted>
      </p>
      {!allSelected && (
        <Button variant="quiet" size="small" onClick={onSelectAll}>
          {t('select-all', { count: listed.length })}
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={onDone}>
        {actionText('done')}
      </Button>
      {children}
    </section>
  );
}

/** The option of a bulk form that changes nothing. */
export function leaveAsItIs() {
  return { value: '' as const, label: t('leave-as-it-is') };
}

const maxNames = 8;

export function firstNames(names: readonly string[]): string {
  const more = names.length - maxNames;
  return namesText(names.slice(0, maxNames), more, actionText('more-names', { count: more }));
}
