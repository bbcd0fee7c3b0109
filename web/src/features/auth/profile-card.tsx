import type { Campus } from '@keydesk/shared/campus/campus';
import { labelIn } from '@keydesk/shared/campus/offers';
import type { User } from '@keydesk/shared/users/user';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { api, callForResponse, getErrorMessage } from '../../lib/api.ts';
import { saveFile } from '../../lib/browser.ts';
import { useCampus } from '../../lib/campus.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Card } from '../../ui/page.tsx';
import { showError } from '../../ui/toast/show-toast.ts';

/** The profile of the signed-in person, read-only. */
export function ProfileCard({ user }: { user: User }) {
  const campus = useCampus();
  return (
    <Card className="max-w-2xl px-0 py-1">
      <dl className="divide-y divide-line">
        {profileFields(user, campus).map(([label, value]) => (
          <div key={label} className="grid gap-x-6 gap-y-0.5 px-5 py-3.5 sm:grid-cols-[10rem_1fr]">
            <dt className="text-sm leading-6 text-muted">{label}</dt>
            <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function profileFields(user: User, campus: Campus | null): [label: string, value: string][] {
  return [
    ['Name', user.name],
    ['Email', user.email],
    ['Member since', formatDate(user.createdAt)],
    ['Last login', formatDateTime(user.lastLogin) || 'Never'],
    ...(user.role === 'faculty'
      ? ([
          ['Department', departmentLabel(user.department, campus)],
          ['Faculty ID', user.facultyId ?? 'Not set'],
        ] satisfies [string, string][])
      : []),
  ];
}

function departmentLabel(code: string | null, campus: Campus | null): string {
  return code ? labelIn(campus?.departments ?? [], code) : 'Not set';
}

/** Downloads everything stored about the signed-in person. */
export function MyDataCard() {
  const download = useMutation({
    mutationFn: async () => saveFile(await callForResponse(api.myData), 'my-data.json'),
    onError: (cause) => showError(getErrorMessage(cause)),
  });
  return (
    <Card aria-labelledby="my-data" className="mt-5 max-w-2xl">
      <h2 id="my-data" className="text-lg font-semibold">
        My data
      </h2>
      <p className="mt-1 max-w-prose text-muted">
        Everything that is stored about you, in one file: your profile, sessions, loans, codes,
        notifications and what the audit log says about you.
      </p>
      <ActionButton
        variant="secondary"
        busy={download.isPending}
        onClick={() => download.mutate()}
        className="mt-4"
      >
        {!download.isPending && <Download aria-hidden className="size-4.5" />}
        Download my data
      </ActionButton>
    </Card>
  );
}
