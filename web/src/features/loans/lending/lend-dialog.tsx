import { overrideRefusal, type RefusedAccess } from '@keydesk/shared/access/refused-access';
import { largestUnitText } from '@keydesk/shared/core/formats';
import { isOverdue } from '@keydesk/shared/due/calendar';
import type { Key } from '@keydesk/shared/keys/key';
import { searcherOn, searchKeys } from '@keydesk/shared/keys/key-search';
import { needsTagScan } from '@keydesk/shared/loans/decide';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { refusesEveryKey } from '@keydesk/shared/people/visitor';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/lend';
import { t as placesText } from '@keydesk/shared/texts/en/places';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock, Hourglass, IdCard, UserPlus } from 'lucide-react';
import {
  type FormEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { api, call } from '../../../lib/api.ts';
import {
  type Desks,
  recordedDeskName,
  storageLocationText,
  useCampus,
  useDesks,
} from '../../../lib/campus.ts';
import { useNow } from '../../../lib/clock.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { useUser } from '../../../lib/session.ts';
import { ActionButton, OfflineNotice, useFailureOnline } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { SearchField } from '../../../ui/filters.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { isUnanswered, OverrideForm, VerdictNotice } from '../../access/verdict.tsx';
import { sinceIfKnown } from '../../keys/key-parts.tsx';
import { PersonPicker, PickedPerson } from '../../people/person-picker.tsx';
import type { Proofs } from '../desk/handover.ts';
import type { ScanFailure } from '../desk/handover-result.ts';
import type { LendStep } from '../desk/lend-step.ts';
import { type Question, questions } from '../desk/questions.tsx';
import { type ScanTask, shownStep } from '../desk/scan-machine.ts';
import type { ScanFlow } from '../desk/use-scan.ts';
import { NotSeenText } from '../incidents/condition-notice.tsx';
import { useWaitingLinesOf, waitingTimesText } from '../paper-query.ts';
import { deskSettingsQuery } from './desk-lend.tsx';
import { VisitorDialog } from './visitor-dialog.tsx';

type LendDialogProps = {
  flow: ScanFlow;
  /** The keys that may be handed out here, available or not. */
  keys: readonly Key[];
  all: readonly Key[];
  onClose: () => void;
};

export function LendDialog({ flow, ...props }: LendDialogProps) {
  const { step } = flow.use();
  const shown = shownStep(step);
  const lending = useLastNonNull(shown.name === 'lending' ? shown : null);
  const work = step.name === 'working' && shown === lending ? step.work.task : null;
  return (
    lending && (
      <Lending
        key={lending.id}
        {...props}
        lending={lending}
        open={shown === lending}
        work={work}
        send={flow.send}
      />
    )
  );
}

type LendingProps = Omit<LendDialogProps, 'flow'> & {
  open: boolean;
  lending: LendStep;
  work: ScanTask['task'] | null;
  send: ScanFlow['send'];
};

function Lending({ open, lending, work, send, keys, all, onClose }: LendingProps) {
  const { start, person, card, failure } = lending;
  const shownFailure = useFailureOnline(failure);
  // The latest state of the key, which may have gone since it was chosen.
  const item = all.find(({ _id }) => _id === lending.key?._id) ?? lending.key;
  const isGone = open && work === null && item?.takenBy != null;
  const unknownCard = card && !card.isKnown ? card.text : null;
  const busy = work === 'hand-out';
  const { data: settings, refetch: refetchSettings } = useQuery(deskSettingsQuery);
  const lendByName = settings?.lendByName ?? 'off';
  const readSettings = useEffectEvent(() => void refetchSettings());
  useEffect(() => {
    // Lending by name may have been switched off since.
    if (failure) readSettings();
  }, [failure]);
  const pickKey = (key: Key | null) => send({ type: 'key-picked', key });
  const pickPerson = (found: FoundPerson | null) => send({ type: 'person-picked', person: found });
  const handOver = (proofs: Proofs = {}) => send({ type: 'hand-out-chosen', proofs });
  const [entering, setEntering] = useState<{ known: FoundPerson | null } | null>(null);
  const access = useVerdict(item, person, failure);
  const fields = useRef<HTMLDivElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  const ready = item !== null && person !== null && (card?.isKnown || lendByName === 'on');
  const next = isGone ? 'choose-key' : nextStep(access, failure);
  const question = typeof next === 'object' ? next : null;
  const keyId = item?._id ?? null;
  // Runs before Base UI notices that the focused field has gone and focuses the whole dialog.
  useLayoutEffect(() => {
    // Focuses the next field that is empty, or the button.
    if (ready && next !== 'override' && next !== 'unanswered') main.current?.focus();
    else if (keyId !== null || person !== null || unknownCard !== null)
      fields.current?.querySelector('input')?.focus();
  }, [ready, next, keyId, person, unknownCard]);
  const keyPart = (
    <Part key="key" title={t('key')}>
      {item ? (
        <PickedKey item={item} onChange={() => pickKey(null)} />
      ) : (
        <KeyPicker keys={keys} all={all} onPick={pickKey} />
      )}
    </Part>
  );
  const personPart = (
    <Part key="person" title={t('person')}>
      {person ? (
        <>
          <PickedPerson person={person} onChange={() => pickPerson(null)} />
          {person.visitor && (
            <Button variant="quiet" size="small" onClick={() => setEntering({ known: person })}>
              {t('enter-again')}
            </Button>
          )}
          <OverdueKeys of={person.id} all={all} />
        </>
      ) : (
        (lendByName === 'on' || unknownCard) && <PersonPicker onPick={pickPerson} />
      )}
      {!person && !unknownCard && (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          <IdCard aria-hidden className="size-4.5 shrink-0" />
          {t(lendByName === 'on' ? 'or-read-card' : 'read-card')}
        </p>
      )}
      {!person && lendByName === 'on' && (
        <Button
          variant="secondary"
          size="small"
          className="mt-3"
          onClick={() => setEntering({ known: null })}
        >
          <UserPlus aria-hidden className="size-4.5" />
          {t('visitor')}
        </Button>
      )}
      {unknownCard && (
        <UnknownCard
          name={person?.name ?? null}
          busy={work === 'remember'}
          onRemember={() => send({ type: 'remember-chosen' })}
        />
      )}
    </Part>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('title')}
      popup={{
        initialFocus: () => fields.current?.querySelector('input') ?? main.current ?? true,
      }}
      actions={
        <>
          <Button
            ref={next === 'close' ? main : null}
            variant={next === 'close' ? 'primary' : 'secondary'}
            size="large"
            onClick={onClose}
          >
            {actionText(next === 'close' ? 'close' : 'cancel')}
          </Button>
          {(next === 'hand-over' || next === 'scan-tag') && (
            <ActionButton
              ref={main}
              size="large"
              disabled={!ready}
              aria-disabled={next === 'scan-tag'}
              busy={busy}
              onClick={() => next === 'hand-over' && handOver()}
            >
              {t('hand-over')}
            </ActionButton>
          )}
          {next === 'unanswered' && (
            <ActionButton
              variant="secondary"
              size="large"
              disabled={!ready}
              busy={busy}
              onClick={() => handOver({ unanswered: true })}
            >
              {t('hand-out-unanswered')}
            </ActionButton>
          )}
          {next === 'choose-key' && (
            <Button ref={main} size="large" onClick={() => pickKey(null)}>
              {t('choose-other-key')}
            </Button>
          )}
          {next === 'choose-person' && (
            <Button ref={main} size="large" onClick={() => pickPerson(null)}>
              {t('choose-other-person')}
            </Button>
          )}
        </>
      }
    >
      <div ref={fields} className="flex flex-col gap-5">
        {start.item ? [keyPart, personPart] : person ? [personPart, keyPart] : personPart}
        <OfflineNotice />
        <VisitorDialog
          subject={entering}
          onClose={() => setEntering(null)}
          onEntered={pickPerson}
        />
        {isGone && item?.takenBy && (
          <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
            {keyText('has-key', { ...item.takenBy, ...sinceIfKnown(item.takenAt) })}
          </Notice>
        )}
        {!isGone && item?.notSeenSince && <NotSeenText since={item.notSeenSince} />}
        {!isGone && item && <WaitingPaper of={item._id} />}
        {!isGone && access && <VerdictNotice verdict={access.verdict} />}
        {next === 'override' && (
          <OverrideForm
            key={`${item?._id} ${person?.id}`}
            busy={busy}
            onOverride={(overrideReason) => handOver({ overrideReason })}
          />
        )}
        {question && (
          <Notice tone="warning" icon={question.icon} scrollsIntoView>
            <p className="text-xl/snug font-semibold">{failure?.message}</p>
            <ActionButton
              variant="secondary"
              busy={busy}
              onClick={() => handOver(question.proofs)}
              className="mt-2"
            >
              {question.button()}
            </ActionButton>
          </Notice>
        )}
        {shownFailure && !question && !isGone && shownFailure.obstacle?.kind !== 'refused' && (
          <Notice
            key={shownFailure.message}
            tone="error"
            icon={<CircleAlert aria-hidden />}
            scrollsIntoView
          >
            {shownFailure.message}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function WaitingPaper({ of }: { of: string }) {
  return useWaitingLinesOf(of).map((line) => (
    <Notice key={line.id} tone="warning" icon={<Hourglass aria-hidden />}>
      {t('paper-waits', { name: line.person.name, times: waitingTimesText(line) })}
    </Notice>
  ));
}

/**
 * Whether access rules let this person take the key: asked once both are chosen, and updated by the
 * server's refusal. Null for a key without rules.
 */
function useVerdict(
  item: Key | null,
  person: FoundPerson | null,
  failure: ScanFailure | null,
): Verdict | null {
  const desk = useUser();
  const { data: verdict } = useQuery(lendingVerdictQuery(item?._id, person?.id));
  if (!item || !person || !desk) return null;
  const isOwn = person.id === desk.id;
  if (failure?.obstacle?.kind === 'refused') {
    const { refused } = failure.obstacle;
    return { verdict: refused.verdict, mayOverride: refused.mayOverride ?? false, isOwn };
  }
  if (!verdict || failure || verdict.reasons[0]?.code === 'NORMAL_KEY') return null;
  const key = { ...item, id: item._id, level: item.level ?? 'normal' };
  return { verdict, mayOverride: !overrideRefusal(verdict, key, { holder: person, desk }), isOwn };
}

/** Asked once both are chosen. */
function lendingVerdictQuery(keyId: string | undefined, userId: string | undefined) {
  return queryOptions({
    queryKey: ['lending-verdict', keyId, userId],
    queryFn: async ({ signal }) =>
      (await call(api.keyVerdict, { params: { id: keyId ?? '' }, query: { userId }, signal })).data
        .verdict,
    enabled: keyId !== undefined && userId !== undefined,
    staleTime: 0,
    gcTime: 0,
    // While it is open, a visitor's sponsor may answer, or the person may be suspended.
    meta: { staleOn: { campus: 'access', codesVoided: true } },
  });
}

type Verdict = Pick<RefusedAccess, 'verdict'> & { mayOverride: boolean; isOwn: boolean };

type NextStep =
  | Question
  | 'hand-over'
  | 'scan-tag'
  | 'override'
  | 'unanswered'
  | 'choose-key'
  | 'choose-person'
  | 'close';

function nextStep(access: Verdict | null, failure: ScanFailure | null): NextStep {
  if (access && access.verdict.outcome !== 'allowed') {
    if (access.mayOverride) return 'override';
    return access.isOwn || access.verdict.reasons.some(refusesEveryKey)
      ? 'choose-person'
      : 'choose-key';
  }
  if (access && !failure && isUnanswered(access.verdict)) return 'unanswered';
  const code = failure?.code ?? '';
  const question = failure?.obstacle && questions[failure.obstacle.kind];
  if (question) return question;
  if (needsTagScan(code)) return 'scan-tag';
  switch (code) {
    case 'SPONSOR_UNANSWERED':
      return 'unanswered';
    case 'KEY_NOT_AVAILABLE':
    case 'KEY_NOT_FOUND':
    case 'KEY_RETIRED':
      return 'choose-key';
    case 'PERSON_NOT_FOUND':
    case 'CARD_OF_NO_BORROWER':
    case 'CANNOT_TAKE_KEYS':
    case 'HOLDER_CANNOT_BORROW':
    case 'LENDING_BY_NAME_OFF':
      return 'choose-person';
    case 'LENDING_OFF':
      return 'close';
    default:
      return 'hand-over';
  }
}

function OverdueKeys({ of, all }: { of: string; all: readonly Key[] }) {
  const now = useNow();
  const overdue = all.filter((key) => key.takenBy?.userId === of && isOverdue(key, now));
  if (overdue.length === 0) return null;
  return (
    <Notice tone="warning" icon={<Clock aria-hidden />} className="mt-3">
      {overdue.map(({ _id, keyNumber, dueAt }) => (
        <p key={_id}>
          {t.rich('overdue-key', {
            key: () => <KeyNumber key="key" number={keyNumber} />,
            keyNumber,
            duration: largestUnitText(now - Date.parse(dueAt ?? '')),
          })}
        </p>
      ))}
    </Notice>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

type UnknownCardProps = { name: string | null; busy: boolean; onRemember: () => void };

function UnknownCard({ name, busy, onRemember }: UnknownCardProps) {
  return (
    <Notice tone="warning" icon={<IdCard aria-hidden />} className="mt-3">
      {name === null ? (
        t('find-card-owner')
      ) : (
        <>
          <p>{t('card-not-known')}</p>
          <ActionButton
            variant="secondary"
            size="small"
            busy={busy}
            onClick={onRemember}
            className="mt-2"
          >
            {t('remember-card', { name })}
          </ActionButton>
        </>
      )}
    </Notice>
  );
}

const maxShown = 8;

type KeyPickerProps = {
  /** The keys that may be handed out here, available or not. */
  keys: readonly Key[];
  /** Every key, to say where the others are. */
  all: readonly Key[];
  onPick: (key: Key) => void;
};

/** Finds a key at the desk by typing; Enter takes the best match. */
function KeyPicker({ keys, all, onPick }: KeyPickerProps) {
  const [term, setTerm] = useState('');
  const deferred = useDeferredValue(term.trim());
  const campus = useCampus();
  const found = useMemo(() => {
    if (deferred === '') return [];
    const available = keys.filter(({ status }) => status === 'available');
    const ids = new Set(available.map(({ _id }) => _id));
    return searchKeys(all, deferred, searcherOn(campus, null))
      .filter((key) => ids.has(key._id))
      .slice(0, maxShown);
  }, [keys, all, deferred, campus]);
  const takeFirst = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const [first] = found;
    if (first && deferred === term.trim()) onPick(first);
  };
  return (
    <form onSubmit={takeFirst}>
      <SearchField value={term} onChange={setTerm} placeholder={t('find-key')} />
      {found.length > 0 && (
        <ul
          aria-label={t('keys-found')}
          className="mt-2 max-h-72 divide-y divide-line overflow-y-auto overscroll-contain rounded-control border border-line"
        >
          {found.map((item) => (
            <li key={item._id}>
              <button
                type="button"
                onClick={() => onPick(item)}
                className="flex w-full flex-wrap items-baseline gap-x-4 px-4 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2"
              >
                <KeyNumber number={item.keyNumber} className="min-w-24 text-xl" />
                <span className="min-w-0 flex-1 basis-36 wrap-anywhere">{item.keyName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {deferred !== '' && found.length === 0 && (
        <NotHere all={all} term={deferred} onPick={onPick} />
      )}
    </form>
  );
}

const maxNamed = 3;

/** Says where matching keys are if none is at this desk. An available one may be here. */
function NotHere({ all, term, onPick }: Pick<KeyPickerProps, 'all' | 'onPick'> & { term: string }) {
  const desks = useDesks();
  const campus = useCampus();
  const others = searchKeys(all, term, searcherOn(campus, null)).slice(0, maxNamed);
  return (
    <div role="status" className="mt-3 text-muted">
      <p>{t('no-key-fits')}</p>
      {others.map((item) => (
        <div key={item._id} className="mt-1 flex flex-wrap items-center gap-x-3 text-ink">
          <p className="wrap-anywhere">
            <KeyNumber number={item.keyNumber} /> {item.keyName}:{' '}
            <Dotted>{item.takenBy ? t('has-it', item.takenBy) : placeText(item, desks)}</Dotted>
          </p>
          {!item.takenBy && (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('choose-key', item)}
              onClick={() => onPick(item)}
            >
              {t('choose')}
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}

function placeText(item: Key, desks: Desks | null): string {
  const desk = desks && recordedDeskName(item, desks);
  return desk ? placesText('at-other-desk', { desk }) : storageLocationText(item, desks);
}

type PickedKeyProps = { item: Key; onChange: () => void };

function PickedKey({ item, onChange }: PickedKeyProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-2xl/tight">
          <KeyNumber number={item.keyNumber} />
        </p>
        <p className="font-semibold wrap-anywhere">{item.keyName}</p>
      </div>
      <Button variant="quiet" size="small" onClick={onChange} aria-label={t('change-key')}>
        {t('change')}
      </Button>
    </div>
  );
}
