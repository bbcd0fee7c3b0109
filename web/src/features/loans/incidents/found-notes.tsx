import { unattendedReason } from '@keydesk/shared/duty/duty';
import { isDesk } from '@keydesk/shared/http/roles';
import { retiredKeyText } from '@keydesk/shared/keys/retired-key';
import type { FoundReport } from '@keydesk/shared/loans/found-keys';
import { t } from '@keydesk/shared/texts/en/incidents';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { PackageSearch } from 'lucide-react';
import { api, call, getErrorMessage } from '../../../lib/api.ts';
import { campusTimezone, formatDateTime } from '../../../lib/format.ts';
import { invalidateAndRefetch } from '../../../lib/query-client.ts';
import { useDeskComputer, useUser } from '../../../lib/session.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { PhoneLink } from '../../../ui/phone-link.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { useChange } from '../../../ui/use-change.ts';

const foundQuery = queryOptions({
  queryKey: ['found-keys'],
  queryFn: async ({ signal }) => (await call(api.listFound, { signal })).data.found,
  refetchInterval: 60_000,
  meta: {
    staleOn: {
      key: ({ action, key }, answer) =>
        action === 'update' ||
        (answer as readonly FoundReport[] | undefined)?.some(
          ({ key: { id } }) => id === key._id,
        ) === true,
    },
  },
});

const none: readonly FoundReport[] = [];

/** Notes from finders about keys that are not back yet, latest first. Empty outside the desk. */
export function useFoundReports(): readonly FoundReport[] {
  const reader = useUser();
  const at = useDeskComputer();
  const atDesk = reader !== null && isDesk(reader.role) && !(at && unattendedReason(at));
  const { data = none } = useQuery({ ...foundQuery, enabled: atDesk });
  return atDesk ? data : none;
}

export function FoundNotes({ keyId }: { keyId: string }) {
  const reports = useFoundReports().filter(({ key }) => key.id === keyId);
  if (reports.length === 0) return null;
  return (
    <ul aria-label={t('found-by')} className="w-full divide-y divide-line">
      {reports.map((report) => (
        <li key={report.id} className="py-2">
          <FoundNote report={report} />
        </li>
      ))}
    </ul>
  );
}

export function FoundKeys({ except }: { except: ReadonlySet<string> }) {
  const reports = useFoundReports().filter(({ key }) => !except.has(key.id));
  if (reports.length === 0) return null;
  return (
    <section aria-labelledby="found-keys" className="mb-4 card px-4 pt-3 pb-2 sm:mb-5 sm:px-5">
      <h2 id="found-keys" className="flex items-center gap-2 text-sm font-semibold">
        <PackageSearch aria-hidden className="size-4.5" />
        {t('found-keys')}
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {reports.map((report) => (
          <li key={report.id} className="py-2.5">
            <p className="text-xl wrap-anywhere">
              <KeyNumber number={report.key.keyNumber} linkTo={report.key.id} />
              <span className="block text-sm text-muted">{report.key.keyName}</span>
            </p>
            <FoundNote report={report} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const phoneNumber = /^\+?[\d\s()./-]{5,40}$/;

function FoundNote({ report }: { report: FoundReport }) {
  const { id, key, place, contact, reportedAt, retired } = report;
  const settling = useChange(() => call(api.settleFound, { params: { id } }), {
    failure: getErrorMessage,
    refetch: (client) => invalidateAndRefetch(client, { queryKey: foundQuery.queryKey }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <div className="min-w-0 flex-1 basis-48 text-sm wrap-anywhere">
        <p className="text-base">{t('found-at', { place })}</p>
        {retired && (
          <p className="font-semibold">{retiredKeyText(retired, campusTimezone.get())}</p>
        )}
        {contact && (
          <p>
            {t.rich('contact', {
              contact,
              link: (words) =>
                phoneNumber.test(contact) ? <PhoneLink key="phone" number={contact} /> : words,
            })}
          </p>
        )}
        <p className="text-muted">{t('written-by-finder', { when: formatDateTime(reportedAt) })}</p>
      </div>
      <OnDutyButton
        variant="secondary"
        size="small"
        aria-label={t('settle-note', key)}
        busy={settling.isPending}
        onClick={() => settling.mutate()}
      >
        {t('settle')}
      </OnDutyButton>
    </div>
  );
}
