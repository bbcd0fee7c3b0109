import { deviceTimezone, hourMs } from '@keydesk/shared/core/dates';
import type { Key } from '@keydesk/shared/keys/key';
import { t as dueWords } from '@keydesk/shared/texts/en/due';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t } from '@keydesk/shared/texts/en/overdue';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { type FormEvent, type Ref, useRef, useState } from 'react';
import { serverNow } from '../../../lib/clock.ts';
import { dueText, untilText } from '../../../lib/due.ts';
import { campusTimezone, fromDateTimeField, toDateTimeField } from '../../../lib/format.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { Button } from '../../../ui/button.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { FormDialog } from '../../../ui/edit-dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { showSuccess } from '../../../ui/toast/show-toast.ts';
import { useCurrentKey } from '../../keys/queries.ts';
import { KeyHeading } from './dialog-parts.tsx';
import { loanExtensionsQuery, useExtendLoan } from './due-time.tsx';

export type ExtendableLoan = {
  loanId: string;
  key: Key;
  holderName: string;
  dueAt: string;
};

type ExtendDialogProps = { loan: ExtendableLoan | null; onClose: () => void };

export function ExtendDialog({ loan, onClose }: ExtendDialogProps) {
  const shown = useLastNonNull(loan);
  const reasonField = useRef<HTMLInputElement>(null);
  const extend = useExtendLoan((dueAt, keyNumber) => {
    showSuccess(t('is-due', { keyNumber, when: untilText(dueAt) }));
    close();
  });
  const ended = useEnded(shown);
  const suggesting = useIsFetching(loanExtensionsQuery(shown?.loanId ?? '')) > 0;
  const close = () => {
    extend.reset();
    onClose();
  };
  return (
    <FormDialog
      open={loan !== null}
      onClose={close}
      title={t('extend')}
      initialFocus={reasonField}
      submitLabel={t('extend')}
      large
      busy={extend.isPending}
      disabled={suggesting || ended !== null}
      failure={ended ?? extend.error}
    >
      {(formId) =>
        shown && (
          <ExtendForm
            key={shown.loanId}
            formId={formId}
            reasonField={reasonField}
            loan={shown}
            onExtend={(until, reason) => extend.mutate({ loanId: shown.loanId, until, reason })}
          />
        )
      }
    </FormDialog>
  );
}

/** An error once the loan shown has ended, with the present holder; null while it is open. */
function useEnded(loan: ExtendableLoan | null): Error | null {
  const now = useCurrentKey(loan?.key ?? null);
  if (!loan || !now || now.loanId === loan.loanId) return null;
  return new Error(now.takenBy ? t('has-it-now', now.takenBy) : handoverText('is-back'));
}

type ExtendFormProps = {
  formId: string;
  reasonField: Ref<HTMLInputElement>;
  loan: ExtendableLoan;
  onExtend: (until: string, reason: string) => void;
};

function ExtendForm({ formId, reasonField, loan, onExtend }: ExtendFormProps) {
  const { data: offered, isFetchedAfterMount } = useQuery(loanExtensionsQuery(loan.loanId));
  const [until, setUntil] = useState<string | null>(null);
  const [suggested, setSuggested] = useState(until);
  const [reason, setReason] = useState('');
  const fieldValue = (instant: string) => toDateTimeField(Date.parse(instant));
  // Suggested only once, so that a shown value never changes.
  if (until === null && isFetchedAfterMount) {
    const first = fieldValue(offered?.choices[0] ?? nextHour(loan.dueAt));
    setUntil(first);
    setSuggested(first);
  }
  useUnsaved(reason !== '' || until !== suggested);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (until === null) return;
    // The field drops the seconds that a time by the rules may have.
    const exact = offered?.choices.find((choice) => fieldValue(choice) === until);
    onExtend(exact ?? fromDateTimeField(until), reason.trim());
  };
  return (
    <form id={formId} onSubmit={submit} className="flex flex-col gap-5">
      <div>
        <KeyHeading {...loan.key} />
        <p className="mt-3 text-muted">
          <Dotted>
            {loan.holderName}
            {dueText(loan.dueAt)}
          </Dotted>
        </p>
      </div>
      {offered && offered.choices.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 text-sm font-semibold">{t('by-its-rule')}</legend>
          {offered.choices.map((choice) => (
            <Button
              key={choice}
              variant="secondary"
              aria-pressed={until === fieldValue(choice)}
              className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              onClick={() => setUntil(fieldValue(choice))}
            >
              {dueWords('until', { when: untilText(choice) })}
            </Button>
          ))}
        </fieldset>
      )}
      <TextField
        label={t('until')}
        type="datetime-local"
        required
        value={until ?? ''}
        hint={fieldHint(offered?.latest)}
        onChange={({ target }) => setUntil(target.value)}
      />
      <TextField
        ref={reasonField}
        label={t('reason')}
        required
        maxLength={500}
        autoComplete="off"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </form>
  );
}

function nextHour(dueAt: string): string {
  const after = Math.max(Date.parse(dueAt), serverNow());
  return new Date((Math.floor(after / hourMs) + 1) * hourMs).toISOString();
}

/** The time zone of the field where it differs from the reader's, and the latest possible time. */
function fieldHint(latest: string | null | undefined): string | undefined {
  const timezone = campusTimezone.get();
  const zone = timezone === deviceTimezone ? '' : t('campus-time-zone', { timezone });
  const limit = latest ? t('back-by', { when: untilText(latest) }) : '';
  return [zone, limit].filter(Boolean).join(' ') || undefined;
}
