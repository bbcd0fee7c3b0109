import { Hash, QrCode } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { useChange } from '../../ui/use-change.ts';
import { PinField } from './pin-dialog.tsx';

/** On a guard's own phone: the duty code, and the PIN for a day with a flat phone. */
export function DutyCard({ onShowCode }: { onShowCode: () => void }) {
  const [settingPin, setSettingPin] = useState(false);
  return (
    <TitledCard
      title="Duty at the desk"
      text="Show your duty code at the desk’s computer to begin your duty, to unlock it, or to relieve a colleague. If your phone is flat, your PIN does the same."
      large
      className="mt-5 max-w-2xl"
    >
      <div className="mt-4 flex flex-wrap gap-2.5">
        <ActionButton onClick={onShowCode}>
          <QrCode aria-hidden className="size-4.5" />
          Duty code
        </ActionButton>
        <ActionButton variant="secondary" onClick={() => setSettingPin(true)}>
          <Hash aria-hidden className="size-4.5" />
          Set PIN
        </ActionButton>
      </div>
      <SetPinDialog open={settingPin} onClose={() => setSettingPin(false)} />
    </TitledCard>
  );
}

function SetPinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const saving = useChange((body: { pin: string }) => call(api.setDutyPin, { body }), {});
  return (
    <EditDialog
      subject={open || null}
      onClose={onClose}
      texts={() => ({
        title: 'Set your PIN',
        description:
          'It works at the desks’ computers alone. It replaces an earlier one, and is forgotten when you sign out everywhere.',
        submitLabel: 'Save PIN',
      })}
      initial={() => ({ pin: '' })}
      browserChecks
      toInput={(draft) => draft}
      saving={saving}
      ownFailure
    >
      {({ field, failure }) => (
        <PinField {...field('pin')} label="New PIN" error={failure && getErrorMessage(failure)} />
      )}
    </EditDialog>
  );
}
