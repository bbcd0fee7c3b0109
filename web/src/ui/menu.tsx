import { t } from '@keydesk/shared/texts/en/actions';
import { Ellipsis } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { iconButtonClassName } from './button.tsx';
import { LazyPopover, lazyComponent } from './lazy-component.tsx';

type Shown = {
  label: string;
  /** Accessible name, if the label alone does not say what it is about. */
  name?: string;
  icon?: ReactNode;
};

export type MenuChoice = {
  label: string;
  /** `lang` of a label that is the name of a language in that language. */
  options: readonly { value: string; label: string; lang?: string }[];
  value: string;
  onChange: (value: string) => void;
};

export type MenuEntry =
  | (Shown & { onSelect: () => void; disabled?: boolean; danger?: boolean })
  | (Shown & { to: string })
  | (Shown & { href: string })
  | MenuChoice;

/** What does not apply now is left out. */
export type MenuGroup = readonly (MenuEntry | '' | false | null | undefined)[];

const EntriesPopup = lazyComponent(() => import('./menu-popup.tsx'), 'EntriesPopup');

type EntriesMenuProps = ComponentProps<'button'> & {
  heading?: ReactNode;
  groups: readonly MenuGroup[];
};

/** A button that opens a menu; the code of menus loads on its first use. */
export function EntriesMenu({ heading, groups, popover: _, ...button }: EntriesMenuProps) {
  return (
    <LazyPopover
      {...button}
      aria-haspopup="menu"
      load={EntriesPopup.load}
      loaded={<EntriesPopup button={button} heading={heading} groups={groups} />}
    />
  );
}

type MoreMenuProps = {
  label: string;
  heading?: ReactNode;
  entries: MenuGroup;
  /** Further groups, each after a line. */
  more?: readonly MenuGroup[];
};

/** What else can be done with a row or a list. */
export function MoreMenu({ label, heading, entries, more = [] }: MoreMenuProps) {
  return (
    <EntriesMenu
      aria-label={label}
      title={label}
      className={iconButtonClassName}
      heading={heading}
      groups={[entries, ...more]}
    >
      <Ellipsis aria-hidden />
    </EntriesMenu>
  );
}

type RowNameProps = { name: string; onEdit: () => void; children?: ReactNode };

/** The name of a row; pressing the row edits it. */
export function RowName({ name, onEdit, children = name }: RowNameProps) {
  return (
    <button
      type="button"
      aria-label={t('edit-named', { title: name })}
      onClick={onEdit}
      className="min-h-11 rounded-control text-start text-sm font-semibold wrap-anywhere after:absolute after:inset-0"
    >
      {children}
    </button>
  );
}
