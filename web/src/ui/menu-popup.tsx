import { Menu } from '@base-ui/react/menu';
import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type ComponentProps, Fragment, type ReactNode, useState } from 'react';
import { useBackCloses } from '../lib/overlay-history.ts';
import { classNames } from './class-names.ts';
import { useOpenOnMount } from './lazy-component.tsx';
import type { MenuChoice, MenuEntry, MenuGroup } from './menu.tsx';

const menuItemClassName =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-sm outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-muted data-highlighted:bg-sunken [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted';

type EntriesPopupProps = {
  button: ComponentProps<typeof Menu.Trigger>;
  heading?: ReactNode;
  groups: readonly MenuGroup[];
};

/**
 * A menu of entries, with a line between groups. It starts open, because the click that loaded it
 * has already happened.
 */
export function EntriesPopup({ button, heading, groups }: EntriesPopupProps) {
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  const shown = groups
    .map((group) => group.filter((entry) => !!entry))
    .filter((group) => group.length > 0);
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger {...button} ref={useOpenOnMount()} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={8} className="z-40">
          <Menu.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-[min(15rem,var(--available-width))] origin-(--transform-origin) overflow-y-auto rounded-card border border-line bg-raised p-1.5 shadow-float outline-none transition duration-150 ease-out-soft data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0">
            {heading && <div className="mb-1.5 border-b border-line px-3 pt-2 pb-3">{heading}</div>}
            {shown.map((group, index) => (
              <Fragment key={group[0]?.label}>
                {index > 0 && <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />}
                {group.map((entry) => (
                  <Entry key={entry.label} {...entry} />
                ))}
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Entry(entry: MenuEntry) {
  if ('options' in entry) return <Choice {...entry} />;
  const { label, name, icon } = entry;
  if ('to' in entry)
    return (
      <Menu.LinkItem
        closeOnClick
        className={menuItemClassName}
        render={<Link to={entry.to as '/'} />}
      >
        {icon}
        {label}
      </Menu.LinkItem>
    );
  if ('href' in entry)
    return (
      <Menu.LinkItem closeOnClick className={menuItemClassName} href={entry.href}>
        {icon}
        {label}
      </Menu.LinkItem>
    );
  return (
    <Menu.Item
      className={classNames(
        menuItemClassName,
        entry.danger && !entry.disabled && 'text-danger *:text-danger!',
      )}
      aria-label={name}
      disabled={entry.disabled ?? false}
      onClick={entry.onSelect}
    >
      {icon}
      {label}
    </Menu.Item>
  );
}

function Choice({ label, options, value, onChange }: MenuChoice) {
  return (
    <Menu.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {options.map((option) => (
        <Menu.RadioItem
          key={option.value}
          value={option.value}
          closeOnClick
          className={menuItemClassName}
        >
          <span
            lang={option.lang}
            className={classNames('flex-1 wrap-anywhere', option.lang && 'font-language-names')}
          >
            {option.label}
          </span>
          <Menu.RadioItemIndicator>
            <Check aria-hidden className="text-accent!" />
          </Menu.RadioItemIndicator>
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
