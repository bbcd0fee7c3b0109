import { Hash, QrCode } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';
import { PinField } from './pin-field.tsx';

/** On a guard's own phone: the duty code, and the PIN for a day with a flat phone. */
export function DutyCard({ onShowCode }: { onShowCode: () => void }) {
  const [settingPin, setSettingPin] = useState(false);
  return (
    <Card aria-labelledby="duty" className="mt-5 max-w-2xl">
      <h2 id="duty" className="text-lg font-semibold">
        Duty at the desk
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Show your duty code at the desk’s computer to begin your duty, to unlock it, or to relieve a
        colleague. If your phone is flat, your PIN does the same.
      </p>
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
    </Card>
  );
}

function SetPinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const close = () => {
    setPin('');
    setError(null);
    onClose();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { message } = await call(api.setDutyPin, { body: { pin } });
      showSuccess(message);
      close();
    } catch (cause) {
      setError(getErrorMessage(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Set your PIN"
      description="It works at the desks’ computers alone. It replaces an earlier one, and is forgotten when you sign out everywhere."
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={busy}>
            Save PIN
          </ActionButton>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void save(event)}>
        <PinField label="New PIN" value={pin} onChange={setPin} error={error} />
      </form>
    </Dialog>
  );
}
