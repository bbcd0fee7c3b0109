import type { EntryName } from '@keydesk/shared/campus/campus';
import type { EntryUsage } from '@keydesk/shared/campus/routes';
import { plural } from '@keydesk/shared/plural';
import { Facts } from '../../ui/facts.tsx';
import type { Entry } from './queries.ts';
import { BringBackButton, RowActions, type RowActionsProps } from './row-actions.tsx';

type EntryRowProps = EntryProps & RowActionsProps;

type EntryProps = {
  /** What an entry of this list is called. */
  name: EntryName;
  entry: Entry;
  /** Undefined while it loads. */
  usage: EntryUsage | undefined;
};

/** An entry that is offered, with what can be done to it. */
export function EntryRow({ name, entry, usage, ...actions }: EntryRowProps) {
  return (
    <li className={rowClassName}>
      <EntryText entry={entry} usage={usage} />
      <RowActions id={entry.code} title={`${name} ${entry.code}`} {...actions} />
    </li>
  );
}

type RetiredRowProps = EntryProps & { onBringBack: () => void };

/** An entry that is offered no more. */
export function RetiredRow({ name, entry, usage, onBringBack }: RetiredRowProps) {
  return (
    <li className={rowClassName}>
      <EntryText entry={entry} usage={usage} />
      <BringBackButton title={`${name} ${entry.code}`} onClick={onBringBack} />
    </li>
  );
}

function EntryText({ entry, usage }: Pick<EntryProps, 'entry' | 'usage'>) {
  const { code, label } = entry;
  return (
    <div className="min-w-0 flex-1 basis-44">
      <p className="font-medium wrap-anywhere">
        {label}
        {label !== code && <span className="ml-2 text-sm font-normal text-muted">{code}</span>}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        <Facts>
          {purposeText(entry)}
          {usage?.headName && `Head: ${usage.headName}`}
          {usage && usageText(usage)}
        </Facts>
      </p>
    </div>
  );
}

const rowClassName = 'flex min-h-14 flex-wrap items-center gap-x-3 py-1.5 pr-2 pl-5';

/** 'used by 24 keys, 31 people', or that nothing uses it. */
export function usageText({ keys, people }: EntryUsage): string {
  const uses = [
    ...(keys > 0 ? [plural(keys, 'key')] : []),
    ...(people > 0 ? [plural(people, 'person', 'people')] : []),
  ];
  return uses.length > 0 ? `used by ${uses.join(', ')}` : 'not used';
}

/** What a department is for, where that is not both; empty for other entries. */
export function purposeText({ registers, lends }: Entry): string {
  if (registers === undefined || registers === lends)
    return registers === false ? 'for neither keys nor people' : '';
  return registers ? 'for people only' : 'for keys only';
}
