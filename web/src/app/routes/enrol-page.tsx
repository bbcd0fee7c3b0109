import { t } from '@keydesk/shared/texts/en/enrolment';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { checkSession, signOut } from '../../features/session/check-session.ts';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { LoneCard } from '../../ui/page.tsx';

/** Enrols a desk's computer with a code that an admin has created. Public. */
export function EnrolPage() {
  const { user, desk } = useSession();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const enrol = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await call(api.enrolComputer, { body: { code } });
      // A session takes precedence over the computer's, and would leave its person signed in here.
      if (user && !desk) await signOut();
      await checkSession();
      await navigate({ to: '/dashboard', replace: true });
    } catch (cause) {
      setError(getErrorMessage(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <LoneCard title={t('enrol-this-computer')}>
      <p className="mt-2 text-pretty text-muted">{t('enrol-text')}</p>
      {desk && (
        <Notice tone="info" className="mt-5 text-start">
          {t('is-enrolled', { computer: desk.computer.name, desk: desk.desk.name })}
        </Notice>
      )}
      {user && !desk && (
        <Notice tone="warning" className="mt-5 text-start">
          {t('signs-you-out', { name: user.name })}
        </Notice>
      )}
      <form onSubmit={(event) => void enrol(event)} className="mt-6 flex flex-col gap-5 text-start">
        <TextField
          label={t('enrolment-code')}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={error}
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
          className="[&_input]:text-[min(1.25rem,max(20px,5.4vw))] [&_input]:tracking-wider [&_input]:uppercase"
        />
        <ActionButton type="submit" size="large" busy={busy}>
          {t('enrol-this-computer')}
        </ActionButton>
      </form>
    </LoneCard>
  );
}
