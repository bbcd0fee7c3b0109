import { t } from '@keydesk/shared/texts/en/duty';
import { Hash, QrCode } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { PinField } from './pin-dialog.tsx';

export function DutyCard({ onShowCode }: { onShowCode: () => void }) {
  const [settingPin, setSettingPin] = useState(false);
  return (
    <TitledCard
      title={t('duty-at-the-desk')}
      text={t('duty-text')}
      large
      className="mt-5 max-w-2xl"
    >
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ActionButton onClick={onShowCode}>
          <QrCode aria-hidden className="size-4.5" />
          {t('duty-code')}
        </ActionButton>
        <ActionButton variant="secondary" onClick={() => setSettingPin(true)}>
          <Hash aria-hidden className="size-4.5" />
          {t('set-pin')}
        </ActionButton>
      </div>
      <SetPinDialog open={settingPin} onClose={() => setSettingPin(false)} />
    </TitledCard>
  );
}

function SetPinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const saving = useChange((body: { pin: string }) => call(api.setDutyPin, { body }));
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({
        title: t('set-your-pin'),
        description: t('pin-text'),
        submitLabel: t('save-pin'),
      })}
      initial={() => ({ pin: '' })}
      browserChecks
      toInput={(draft) => draft}
      saving={saving}
      ownFailure
    >
      {({ field, failure }) => (
        <PinField
          {...field('pin')}
          label={t('new-pin')}
          error={failure && getErrorMessage(failure)}
        />
      )}
    </EditDialog>
  );
}
