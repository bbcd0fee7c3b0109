import { t } from '@keydesk/shared/texts/en/duty';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';

type PinDialogProps = {
  open: boolean;
  suggestedId: string | null;
  onClose: () => void;
  onPin: (guardId: string, pin: string) => Promise<void>;
};

type Draft = { chosenId: string | null; pin: string };

export function PinDialog({ open, suggestedId, onClose, onPin }: PinDialogProps) {
  const { data: guards } = useQuery({ ...guardsQuery, enabled: open });
  const beginning = useMutation({
    mutationFn: ({ guardId, pin }: { guardId: string; pin: string }) => onPin(guardId, pin),
  });
  // Keeps the suggestion until the guards are loaded.
  const suggested =
    !guards || guards.some(({ id }) => id === suggestedId) ? (suggestedId ?? '') : '';
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({
        title: t('begin-duty-by-pin'),
        description: guards?.length === 0 ? t('no-pin-yet') : undefined,
        submitLabel: t('begin-duty'),
      })}
      initial={(): Draft => ({ chosenId: null, pin: '' })}
      browserChecks
      errorsOf={({ chosenId }) =>
        chosenId || suggested ? {} : { pin: t('please-choose-your-name') }
      }
      toInput={({ chosenId, pin }) => ({ guardId: chosenId ?? suggested, pin })}
      saving={beginning}
      ownFailure
      afterFailure={{ pin: '' }}
    >
      {({ draft, errors, change, field, failure }) => (
        <>
          <SelectField
            label={t('your-name')}
            value={draft.chosenId ?? suggested}
            onChange={(chosenId) => change({ chosenId })}
            options={[
              { value: '', label: t('choose'), disabled: true },
              ...(guards ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <PinField
            {...field('pin')}
            label="PIN"
            error={errors.pin ?? (failure && getErrorMessage(failure))}
          />
        </>
      )}
    </EditDialog>
  );
}

const guardsQuery = queryOptions({
  queryKey: ['desk', 'guards'],
  queryFn: async ({ signal }) => (await call(api.listGuards, { signal })).data.guards,
});

type PinFieldProps = {
  label: string;
  value: string;
  onChange: (pin: string) => void;
  error: string | null;
};

/** Six hidden digits that browsers do not offer to save. */
export function PinField({ label, value, onChange, error }: PinFieldProps) {
  return (
    <TextField
      label={label}
      type="password"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      pattern="\d{6}"
      title={t('six-digits')}
      maxLength={6}
      value={value}
      onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, ''))}
      error={error}
      hint={t('six-digits')}
    />
  );
}
