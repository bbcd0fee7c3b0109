import { isAttended } from '@keydesk/shared/duty/duty';
import { isOffItsHook } from '@keydesk/shared/keys/incident-kinds';
import type { Key } from '@keydesk/shared/keys/key';
import { parseKeyTag } from '@keydesk/shared/keys/key-tag';
import { type UsedCode, usedCodeKey } from '@keydesk/shared/loans/refused-handover';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as deskText } from '@keydesk/shared/texts/en/desk';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/scans';
import { useQuery } from '@tanstack/react-query';
import {
  CircleAlert,
  CircleCheck,
  IdCard,
  MapPin,
  ScanSearch,
  ShieldAlert,
  Tag,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { restsAtOtherDesk, useDesks, useEntryLabel } from '../../../lib/campus.ts';
import { untilText } from '../../../lib/due.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { useDeskComputer } from '../../../lib/session.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dotted } from '../../../ui/dotted.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { OverrideForm, VerdictNotice } from '../../access/verdict.tsx';
import { sinceIfKnown, usePlaceOf } from '../../keys/key-parts.tsx';
import { keysQuery, useCurrentKey } from '../../keys/queries.ts';
import { ConditionNotice, FoundKey, NotSeenNotice } from '../incidents/condition-notice.tsx';
import { ConfirmReturnDialog } from './confirm-return-dialog.tsx';
import { CollectDialogs } from './desk-collect.tsx';
import {
  DeskDialog,
  deskIfNamed,
  KeyHeading,
  LargeHook,
  PersonLine,
  TagNoticeText,
} from './dialog-parts.tsx';
import { type Obstacle, wantedOf } from './handover.ts';
import type { LendStart } from './lend-step.ts';
import { PersonDialog } from './person-dialog.tsx';
import { questions } from './questions.tsx';
import { lendsNext, type ScanStep, shownStep } from './scan-machine.ts';
import type { ScanFlow } from './use-scan.ts';

type ScanDialogsProps = {
  flow: ScanFlow;
  keys: readonly Key[] | undefined;
  onLend: ((start: LendStart) => void) | undefined;
  onAnother: ((person: FoundPerson) => void) | undefined;
};

export function ScanDialogs({ flow, keys, onLend, onAnother }: ScanDialogsProps) {
  const { step: current, camera } = flow.use();
  const step = shownStep(current);
  const isLentNext = onLend !== undefined && lendsNext(step) !== null;
  const tagged = step.name === 'showing-key' && !isLentNext ? step.key : null;
  const onClose = () => flow.send({ type: 'dismissed' });
  const dialog = {
    step,
    obstacle: step.name === 'stopped' ? step.obstacle : null,
    flow,
    busy: current.name === 'working',
    onClose,
    closeLabel: camera ? t('scan-next') : actionText('ok'),
  };
  return (
    <>
      <CollectDialogs
        flow={flow}
        closeLabel={camera ? t('scan-next') : actionText('done')}
        onAnother={onAnother}
      />
      <TaggedKeyDialog {...dialog} item={tagged} onLend={onLend} />
      <PersonDialog {...dialog} keys={keys} onLend={onLend} />
      <UnknownCardDialog {...dialog} onLend={onLend} />
      <ScanTagDialog {...dialog} />
      <RefusedDialog {...dialog} />
      <QuestionDialog {...dialog} />
      <ConfirmReturnDialog {...dialog} />
      <ScanErrorDialog
        {...dialog}
        closeLabel={camera ? t('scan-again') : actionText('close')}
        onLend={onLend}
      />
    </>
  );
}

type StepDialogProps = {
  step: ScanStep;
  obstacle: Obstacle | null;
  flow: ScanFlow;
  busy: boolean;
  onClose: () => void;
  closeLabel: string;
};

type TaggedKeyDialogProps = StepDialogProps &
  Pick<ScanDialogsProps, 'onLend'> & { item: Key | null };

/** The key whose tag was scanned, when it is at the desk. */
function TaggedKeyDialog({ item, onLend, ...dialog }: TaggedKeyDialogProps) {
  const current = useCurrentKey(item);
  const last = useLastNonNull(current);
  const departmentLabel = useEntryLabel('departments');
  const placeOf = usePlaceOf();
  const { step } = dialog;
  const tag = step.name === 'showing-key' && parseKeyTag(step.text) ? step.text : undefined;
  return (
    <DeskDialog
      {...dialog}
      about={current}
      title={t('key-tag')}
      cancels={last !== null && isOffItsHook(last.condition)}
      next={(shown) =>
        onLend &&
        shown.status === 'available' && {
          label: handoverText('lend'),
          run: () => onLend({ item: shown, tag }),
        }
      }
    >
      {(shown) => (
        <>
          <div>
            <KeyHeading keyNumber={shown.keyNumber} keyName={shown.keyName} />
            <LargeHook place={shown} />
          </div>
          <p className="text-muted">
            <Dotted>
              {departmentLabel(shown.department)}
              {placeOf(shown)}
            </Dotted>
          </p>
          {shown.description && <p>{shown.description}</p>}
          <WhereNow item={shown} />
        </>
      )}
    </DeskDialog>
  );
}

function WhereNow({ item }: { item: Key }) {
  const desks = useDesks();
  const at = useDeskComputer();
  const elsewhere = restsAtOtherDesk(item, desks);
  if (item.takenBy)
    return (
      <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
        {keyText('has-key', { ...item.takenBy, ...sinceIfKnown(item.takenAt) })}
      </Notice>
    );
  if (item.status !== 'available')
    return (
      <>
        <ConditionNotice item={item} />
        <FoundKey item={item} variant="primary" />
      </>
    );
  if (item.notSeenSince) return <NotSeenNotice item={item} />;
  if (elsewhere)
    return (
      <Notice tone="warning" icon={<MapPin aria-hidden />}>
        {t('available-elsewhere', { desk: elsewhere.name })}
      </Notice>
    );
  // Without a guard on duty, a computer does not learn which hook a key has.
  return at && !isAttended(at) ? (
    <Notice tone="info">{t('available')}</Notice>
  ) : (
    <Notice tone="success" icon={<CircleCheck aria-hidden />}>
      {t('available-at-desk')}
    </Notice>
  );
}

type UnknownCardDialogProps = StepDialogProps & Pick<ScanDialogsProps, 'onLend'>;

function UnknownCardDialog({ onLend, ...dialog }: UnknownCardDialogProps) {
  const { step } = dialog;
  return (
    <DeskDialog
      {...dialog}
      about={step.name === 'card-read' && !step.person ? step : null}
      title={t('id-card')}
      next={(card) => onLend && { label: t('teach'), run: () => onLend({ card }) }}
    >
      {() => (
        <Notice tone="warning" icon={<IdCard aria-hidden />}>
          {t('card-not-known')}
        </Notice>
      )}
    </DeskDialog>
  );
}

/** The camera or the USB scanner reads the tag. */
function ScanTagDialog({ obstacle, busy, onClose }: StepDialogProps) {
  return (
    <DeskDialog
      about={obstacle?.kind === 'tag' ? obstacle : null}
      modal
      onClose={onClose}
      title={(shown) => (shown ? t('scan-tag-of', shown.needed.key) : '')}
      closeLabel={actionText('cancel')}
      cancels
      busy={busy}
    >
      {({ needed, notice }) => (
        <>
          <KeyHeading {...needed.key} />
          {needed.spot && <LargeHook place={needed.spot} />}
          <p className="flex gap-2.5 font-semibold text-pretty wrap-anywhere">
            <Tag aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {t('hold-up-tag', needed.holder)}
          </p>
          {notice && <TagNoticeText notice={notice} otherCode={t('other-code-scanned')} />}
        </>
      )}
    </DeskDialog>
  );
}

function RefusedDialog({ flow, obstacle, ...dialog }: StepDialogProps) {
  const about = obstacle?.kind === 'refused' ? obstacle : null;
  return (
    <DeskDialog
      {...dialog}
      about={about}
      modal
      icon={<ShieldAlert aria-hidden />}
      title={t('do-not-hand-over')}
    >
      {({ refused: { key, spot, holder, verdict, mayOverride } }) => (
        <>
          <div>
            <KeyHeading {...key} />
            {spot && <LargeHook place={spot} />}
          </div>
          <PersonLine label={t('asked-for-by')} name={holder.name} />
          <VerdictNotice verdict={verdict} />
          {mayOverride && (
            <OverrideForm
              key={key.keyId}
              busy={dialog.busy}
              onOverride={(overrideReason) =>
                flow.send({ type: 'hand-out-chosen', proofs: { overrideReason } })
              }
            />
          )}
        </>
      )}
    </DeskDialog>
  );
}

function QuestionDialog({ flow, obstacle, ...dialog }: StepDialogProps) {
  const asked = obstacle && questions[obstacle.kind];
  const question = useLastNonNull(asked);
  if (!question) return null;
  return (
    <DeskDialog
      {...dialog}
      about={asked && obstacle}
      modal
      title={question.title()}
      icon={question.icon}
      secondaryActions={
        <ActionButton
          variant="secondary"
          size="large"
          busy={dialog.busy}
          onClick={() => flow.send({ type: 'hand-out-chosen', proofs: question.proofs })}
        >
          {question.button()}
        </ActionButton>
      }
    >
      {(shown) => (
        <>
          <KeyHeading {...wantedOf(shown).key} />
          <p className="font-semibold wrap-anywhere">{shown.message}</p>
          <PersonLine label={t('asked-for-by')} name={wantedOf(shown).holder.name} />
          <p>{t('code-stays-good')}</p>
        </>
      )}
    </DeskDialog>
  );
}

type ScanErrorDialogProps = StepDialogProps & Pick<ScanDialogsProps, 'onLend'>;

/** Why a scan failed. Stays open until it is closed or something else is scanned. */
function ScanErrorDialog({ flow, onLend, ...dialog }: ScanErrorDialogProps) {
  const { step } = dialog;
  return (
    <DeskDialog
      {...dialog}
      about={step.name === 'failed' ? step.failure : null}
      title={(shown) => shown?.title ?? ''}
      icon={<ScanSearch aria-hidden />}
      next={({ collect, repeatable }) =>
        collect
          ? {
              label: handoverText('collect'),
              run: () => flow.send({ type: 'collect-chosen', key: collect }),
            }
          : repeatable && {
              label: actionText('try-again'),
              run: () => flow.send({ type: 'repeated' }),
            }
      }
      other={({ code }) =>
        onLend &&
        code?.startsWith('QR_') && (
          <Button variant="quiet" onClick={() => onLend({})}>
            {deskText('lend-without-code')}
          </Button>
        )
      }
    >
      {({ message, advice, key, used, loan }) => (
        <>
          {advice && <p className="text-pretty wrap-anywhere">{advice}</p>}
          {key && <KeyHeading keyNumber={key.keyNumber} keyName={key.keyName} />}
          {used && <UsedCodeDetails used={used} />}
          {loan && (
            <PersonLine label={keyText('taken-by')} name={loan.personName}>
              {keyText('since', { when: untilText(loan.takenAt) })}
            </PersonLine>
          )}
          <p
            role="alert"
            className={classNames(
              'text-pretty wrap-anywhere',
              (advice || key || used) && 'text-xs text-muted',
            )}
          >
            {message}
          </p>
        </>
      )}
    </DeskDialog>
  );
}

/** What a used code did and where its keys have been since; at most five keys of a batch. */
function UsedCodeDetails({ used }: { used: UsedCode }) {
  const { type, person, usedAt } = used;
  const { data: now } = useQuery(keysQuery);
  const keys = used.keys
    .map((answered) => {
      const key = now?.find(({ _id }) => _id === answered.keyId);
      return key && key.version > answered.version ? usedCodeKey(used, key) : answered;
    })
    .sort((one, other) => Number(other.undone ?? false) - Number(one.undone ?? false));
  const [only, ...others] = keys;
  const isSingle = others.length === 0;
  const desks = useDesks();
  const use = type === 'key-request' ? 'hand-out' : 'return';
  const allUndone = keys.every(({ undone }) => undone);
  const bold = { b: (words: ReactNode) => <strong key="bold">{words}</strong> };
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      {only && isSingle && <KeyHeading keyNumber={only.keyNumber} keyName={only.keyName} />}
      <p>
        {t.rich((allUndone ? undoneTexts : doneTexts)[use], {
          ...bold,
          name: person.name,
          when: untilText(usedAt),
        })}
      </p>
      {keys.slice(0, maxUsedKeys).map(({ keyId, keyNumber, holder, since, undone, ...at }) => (
        <p key={keyId}>
          {!isSingle && (
            <>
              <KeyNumber number={keyNumber} />:{' '}
            </>
          )}
          {undone && !allUndone && `${t('not-returned-after-all')} `}
          {holder
            ? t.rich('has-it', { ...bold, name: holder.name, ...sinceIfKnown(since) })
            : t('rests', { ...deskIfNamed(restsAtOtherDesk(at, desks)), ...sinceIfKnown(since) })}
        </p>
      ))}
      {keys.length > maxUsedKeys && (
        <p className="text-muted">{t('and-more-keys', { count: keys.length - maxUsedKeys })}</p>
      )}
    </div>
  );
}

const maxUsedKeys = 5;

const doneTexts = { 'hand-out': 'used-for-hand-out', return: 'used-for-return' } as const;
const undoneTexts = { 'hand-out': 'hand-out-undone', return: 'return-undone' } as const;
