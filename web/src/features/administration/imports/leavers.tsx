import { t } from '@keydesk/shared/texts/en/imports';
import { t as userText } from '@keydesk/shared/texts/en/users';
import { CheckField, SelectField } from '../../../ui/fields.tsx';
import type { CheckedImport } from './use-import.ts';

type LeaversProps = {
  checked: CheckedImport;
  onEverybody: (everybody: boolean) => void;
  onLeft: (left: CheckedImport['left']) => void;
};

/** Who is missing in a file of everybody, to be chosen by hand. */
export function Leavers({ checked, onEverybody, onLeft }: LeaversProps) {
  const { said, result, left } = checked;
  const { leavers = [] } = result;
  const choose = (ids: readonly string[]) => onLeft({ ...left, ids: new Set(ids) });
  const all = leavers.map(({ id }) => id);
  return (
    <fieldset className="text-sm">
      <CheckField
        label={t('lists-everybody')}
        checked={said.everybody ?? false}
        onChange={onEverybody}
      />
      {said.everybody && <p>{t('missing', { count: leavers.length })}</p>}
      {leavers.length > 0 && (
        <>
          <CheckField
            label={t('all-missing')}
            checked={left.ids.size === all.length}
            onChange={(on) => choose(on ? all : [])}
          />
          <ul className="max-h-64 overflow-y-auto overscroll-contain rounded-control border border-line px-3.5">
            {leavers.map(({ id, name, email }) => (
              <li key={id}>
                <CheckField
                  label={t('missing-person', { name, email })}
                  checked={left.ids.has(id)}
                  onChange={(on) =>
                    choose(on ? [...left.ids, id] : [...left.ids].filter((other) => other !== id))
                  }
                />
              </li>
            ))}
          </ul>
          <SelectField
            label={t('missing-become')}
            options={[
              { value: 'marked', label: userText('left') },
              { value: 'suspended', label: userText('suspended') },
            ]}
            value={left.suspends ? 'suspended' : 'marked'}
            onChange={(choice) => onLeft({ ...left, suspends: choice === 'suspended' })}
            className="mt-2 sm:max-w-60"
          />
        </>
      )}
    </fieldset>
  );
}
