import { dayAfter } from '@keydesk/shared/due/calendar';
import { isOffItsHook } from '@keydesk/shared/keys/incident-kinds';
import type { KeyAt, LoanPeriod } from '@keydesk/shared/loans/loan';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/history';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { serverNow } from '../../lib/clock.ts';
import {
  campusTimezone,
  formatDateTime,
  fromDateTimeField,
  toDateTimeField,
} from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { PersonLink } from '../../ui/record-link.tsx';
import { LoanItem, settledText, undoneHandoverText } from './loan-item.tsx';

/** The first and last day; '' means unbounded. */
export type Days = { from: string; to: string };

export const noDays: Days = { from: '', to: '' };

export function periodOf({ from, to }: Days, timezone = campusTimezone.get()): LoanPeriod {
  const startOf = (day: string) => fromDateTimeField(`${day}T00:00`, timezone);
  return { ...(from && { from: startOf(from) }), ...(to && { to: startOf(dayAfter(to, 1)) }) };
}

type HistoryQuestionsProps = {
  days: Days;
  onDays: (days: Days) => void;
  /** Enables the question who had this key at a time. */
  keyId?: string;
  /** The loans of those days as CSV. */
  file: () => Promise<Response>;
};

export function HistoryQuestions({ days, onDays, keyId, file }: HistoryQuestionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        className="mt-2"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t(keyId ? 'who-had-it' : 'which-days')}
        <Chevron aria-hidden className="size-4" />
      </Button>
      {isOpen && (
        <div id={id} className="mt-3 rounded-control bg-sunken p-4">
          {keyId && <WhoHadIt keyId={keyId} />}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-end gap-3">
            <TextField
              label={t('loans-from')}
              type="date"
              value={days.from}
              onChange={({ target }) => onDays({ ...days, from: target.value })}
            />
            <TextField
              label={t('until')}
              type="date"
              value={days.to}
              onChange={({ target }) => onDays({ ...days, to: target.value })}
            />
            <DownloadButton
              variant="secondary"
              download={async () => saveFile(await file(), 'history.csv')}
            >
              {actionText('download-csv')}
            </DownloadButton>
          </div>
        </div>
      )}
    </>
  );
}

function WhoHadIt({ keyId }: { keyId: string }) {
  const [field, setField] = useState('');
  const moment = field && fromDateTimeField(field);
  const query = useQuery({
    queryKey: ['key-at', keyId, moment],
    queryFn: async ({ signal }) =>
      (await call(api.keyAt, { params: { id: keyId }, query: { moment }, signal })).data,
    enabled: moment !== '',
  });
  return (
    <div className="mb-4">
      <TextField
        label={t('at-this-moment')}
        type="datetime-local"
        max={toDateTimeField(serverNow())}
        value={field}
        onChange={({ target }) => setField(target.value)}
      />
      <div role="status" className="mt-2">
        {moment && <QueryState query={query} />}
        {query.data && <Answer at={query.data} />}
      </div>
    </div>
  );
}

function Answer({ at }: { at: KeyAt }) {
  const { loan, reported, said } = at;
  return (
    <>
      <p className={loan ? 'text-sm text-muted' : 'font-semibold'}>
        {formatDateTime(at.moment)}: {placeText(at)}
        {reported && !isOffItsHook(reported) && ` ${t('had-been-reported', { kind: reported })}`}
      </p>
      {said && (
        <p className="text-sm text-muted wrap-anywhere">
          {t('record-said', { text: placeText({ ...at, ...said }) })}
          {said.undone &&
            ` ${punctuation('sentence', { text: undoneHandoverText(said.undone, said.loan?.settled) })}`}
          {said.loan?.settled &&
            ` ${punctuation('sentence', { text: settledText(said.loan.settled) })}`}
        </p>
      )}
      {loan && (
        <ul>
          <LoanItem
            loan={loan}
            heading={<PersonLink id={loan.holder.id}>{loan.holder.name}</PersonLink>}
          />
        </ul>
      )}
    </>
  );
}

function placeText({ where, desk, loan }: KeyAt): string {
  const at = { named: desk ? 'yes' : 'no', desk: desk?.name ?? '' } as const;
  if (where === 'out') return t('had-it', { name: loan?.holder.name ?? '' });
  if (where === 'hanging') return t('hung-at', at);
  if (where === 'not seen') return t('was-not-seen', at);
  return t(goneTexts[where]);
}

const goneTexts = {
  missing: 'was-missing',
  removed: 'was-removed',
  unknown: 'was-unknown',
} as const;
