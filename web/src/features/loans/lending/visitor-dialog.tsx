import { detailsAs } from '@keydesk/shared/core/client-errors';
import { dayMs } from '@keydesk/shared/core/dates';
import type { FoundPerson } from '@keydesk/shared/people/search';
import type { NewVisitor } from '@keydesk/shared/people/visitor-routes';
import { t } from '@keydesk/shared/texts/en/lend';
import { CircleHelp } from 'lucide-react';
import { ApiError, api, call } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/clock.ts';
import { fromDateTimeField, toDateTimeField } from '../../../lib/format.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import type { ComboboxOption } from '../../../ui/combobox-field.tsx';
import { EditDialog } from '../../../ui/edit-dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { PersonField } from '../../../ui/pick-fields.tsx';
import { useChange } from '../../../ui/use-change.ts';

type VisitorDialogProps = {
  /** A known visitor whose visit is renewed, or null for a new one. */
  subject: { known: FoundPerson | null } | null;
  onClose: () => void;
  onEntered: (visitor: FoundPerson) => void;
};

type Draft = {
  name: string;
  phone: string;
  organisation: string;
  sponsor: ComboboxOption | null;
  untilDay: string;
};

/** The last possible day, counting today: with all of that day, a visit is within the limit. */
const maxDays = 30;
const lastDayMs = (maxDays - 1) * dayMs;

/** Adds a visitor at the desk, or renews a visit. Their sponsor is asked on their own phone. */
export function VisitorDialog({ subject, onClose, onEntered }: VisitorDialogProps) {
  const dayAt = (moment: number) => toDateTimeField(moment).slice(0, 10);
  const entering = useChange(enterVisitor, { onDone: ({ visitor }) => onEntered(visitor) });
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ known }) => ({
        title: t(known ? 'enter-visitor-again' : 'visitor'),
        description: t('sponsor-is-asked'),
        submitLabel: t('ask-sponsor'),
      })}
      initial={({ known }): Draft => ({
        name: known?.visitor?.name ?? '',
        phone: known?.visitor?.phone ?? '',
        organisation: known?.visitor?.organisation ?? '',
        sponsor: known?.visitor
          ? { id: known.visitor.sponsor.id, label: known.visitor.sponsor.name }
          : null,
        untilDay: dayAt(serverNow()),
      })}
      browserChecks
      errorsOf={({ sponsor }) => (sponsor ? {} : { sponsor: t('choose-sponsor') })}
      toInput={({ sponsor, untilDay, ...typed }) =>
        sponsor && {
          ...typed,
          sponsor: { id: sponsor.id, name: sponsor.label },
          validUntil: fromDateTimeField(`${untilDay}T23:59`),
        }
      }
      saving={entering}
      ownFailure
      below={() => (
        <Failure
          cause={entering.error}
          busy={entering.isPending}
          onAnswer={(answer) =>
            entering.variables &&
            entering.mutate({ ...entering.variables, ...answer }, { onSuccess: onClose })
          }
        />
      )}
    >
      {({ text, field }) => (
        <>
          <TextField {...text('phone')} type="tel" label={t('phone')} required maxLength={40} />
          <TextField {...text('name')} label={t('name')} required maxLength={80} />
          <TextField {...text('organisation')} label={t('company')} maxLength={60} />
          <PersonField
            label={t('sponsor')}
            placeholder={t('who-answers')}
            among="members"
            {...field('sponsor')}
          />
          <TextField
            {...text('untilDay')}
            type="date"
            label={t('until-end-of')}
            hint={t('days-at-most', { days: maxDays })}
            required
            min={dayAt(serverNow())}
            max={dayAt(serverNow() + lastDayMs)}
          />
        </>
      )}
    </EditDialog>
  );
}

type FailureProps = {
  cause: Error | null;
  busy: boolean;
  onAnswer: (answer: { samePerson: boolean; knownId?: string | undefined }) => void;
};

/** Why it failed. For a known number, asks who has it now. */
function Failure({ cause, busy, onAnswer }: FailureProps) {
  const asks = cause instanceof ApiError && cause.code === 'VISITOR_NUMBER_KNOWN';
  if (!asks) return <ErrorNotice cause={cause} />;
  const { person } = detailsAs<{ person: { id: string } }>(cause.details);
  return (
    <Notice tone="warning" icon={<CircleHelp aria-hidden />} scrollsIntoView className="mt-4">
      <p>{cause.message}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ActionButton
          variant="secondary"
          busy={busy}
          onClick={() => onAnswer({ samePerson: true, knownId: person?.id })}
        >
          {t('same-person')}
        </ActionButton>
        <ActionButton
          variant="secondary"
          busy={busy}
          onClick={() => onAnswer({ samePerson: false })}
        >
          {t('another-person')}
        </ActionButton>
      </div>
    </Notice>
  );
}

type Entered = Omit<NewVisitor, 'sponsorId' | 'organisation'> & {
  organisation: string;
  sponsor: { id: string; name: string };
};

async function enterVisitor({ sponsor, ...typed }: Entered) {
  const { data, message } = await call(api.enterVisitor, {
    body: { ...typed, sponsorId: sponsor.id },
  });
  const { name, phone, organisation, validUntil } = typed;
  const visitor: FoundPerson = {
    ...data.person,
    department: null,
    facultyId: null,
    email: '',
    visitor: { name, phone, organisation: organisation || null, sponsor, validUntil },
  };
  return { message, visitor };
}
