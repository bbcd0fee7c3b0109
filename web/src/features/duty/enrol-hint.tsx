import type { User } from '@keydesk/shared/users/user';
import { MonitorCheck } from 'lucide-react';
import { useState } from 'react';
import { enrolHintDismissed } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Says once in each browser what an enrolled computer would record. */
export function EnrolHint({ user }: { user: User }) {
  const [dismissed, setDismissed] = useState(() => enrolHintDismissed.read() !== null);
  if (dismissed) return null;
  const dismiss = () => {
    enrolHintDismissed.write('yes');
    setDismissed(true);
  };
  return (
    <Notice tone="info" icon={<MonitorCheck aria-hidden />} className="lg:col-span-2">
      <p className="text-pretty wrap-anywhere">
        Handovers are recorded as {user.name}. Enrol this computer to record who stood here.
      </p>
      <Button variant="secondary" size="small" className="mt-2.5" onClick={dismiss}>
        Got it
      </Button>
    </Notice>
  );
}
