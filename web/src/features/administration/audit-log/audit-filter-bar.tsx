import { dateText, namesText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/audit';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { Button } from '../../../ui/button.tsx';
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx';
import { FoldedFilters } from '../../../ui/filters.tsx';
import { KeyField, PersonField } from '../../../ui/pick-fields.tsx';
import { type AuditFilter, emptyAuditFilter, isFiltered } from './audit-query.ts';
import { actionLabel } from './event-text.ts';

type AuditFilterBarProps = {
  filter: AuditFilter;
  actions: readonly string[];
  onChange: (filter: AuditFilter) => void;
  signInsHidden: boolean;
  onHideSignIns: (hidden: boolean) => void;
};

export function AuditFilterBar(props: AuditFilterBarProps) {
  const { filter, actions, onChange, signInsHidden, onHideSignIns } = props;
  const change = (part: Partial<AuditFilter>) => onChange({ ...filter, ...part });
  return (
    <FoldedFilters
      label={t('audit-filters')}
      chosen={chosenText(filter)}
      className="grid two-columns items-end gap-3 md:grid-cols-3 xl:grid-cols-5"
    >
      <PersonField
        placeholder={t('anyone')}
        value={filter.person}
        onChange={(person) => change({ person })}
      />
      <KeyField placeholder={t('any-key')} value={filter.key} onChange={(key) => change({ key })} />
      <SelectField
        label={t('action')}
        value={filter.action}
        options={[
          { value: '', label: t('any-action') },
          ...actions.map((action) => ({ value: action, label: actionLabel(action) })),
        ]}
        onChange={(action) => change({ action })}
        className="max-md:col-span-full"
      />
      <TextField
        label={fieldText('from')}
        type="date"
        value={filter.fromDay}
        max={filter.toDay || undefined}
        onChange={(event) => change({ fromDay: event.target.value })}
      />
      <TextField
        label={fieldText('to')}
        type="date"
        value={filter.toDay}
        min={filter.fromDay || undefined}
        onChange={(event) => change({ toDay: event.target.value })}
      />
      <div className="col-span-full flex flex-wrap items-center justify-between gap-x-4">
        <CheckField label={t('hide-sign-ins')} checked={signInsHidden} onChange={onHideSignIns} />
        {isFiltered(filter) && (
          <Button variant="quiet" onClick={() => onChange(emptyAuditFilter)} className="-me-4">
            {t('clear-filters')}
          </Button>
        )}
      </div>
    </FoldedFilters>
  );
}

/** 'Asha Rao, CSE-101 and 27 Nov 2026' */
function chosenText({ person, key, action, fromDay, toDay }: AuditFilter): string {
  const chosen = [
    person?.label ?? '',
    key?.label ?? '',
    action && actionLabel(action),
    ...[fromDay, toDay].map((day) => day && dateText(day, 'date', 'UTC')),
  ];
  return namesText(chosen.filter(Boolean)) || t('all-events');
}
