import { actions } from '@keydesk/shared/texts/en/actions';
import { handovers } from '@keydesk/shared/texts/en/handovers';
import { keys } from '@keydesk/shared/texts/en/keys';
import { scans } from '@keydesk/shared/texts/en/scans';
import { translator } from '@keydesk/shared/texts/translator';
import { CircleAlert, Hand, ScanLine, ShieldAlert } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { restsAtOtherDesk, useDesks } from '../../../lib/campus.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton, OfflineNotice } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatSince } from '../../keys/key-parts.tsx';
import { ConditionNotice } from '../incidents/condition-notice.tsx';
import { deskIfNamed, KeyHeading, LateFor } from './dialog-parts.tsx';
import type { ReturnDetails } from './handover-result.ts';
import { shownStep } from './scan-machine.ts';
import type { ScanFlow } from './use-scan.ts';

const t = translator(scans);
const handoverText = translator(handovers);
const keyText = translator(keys);
const actionText = translator(actions);

/** Asks for confirmation before a key is taken back by a return code, if that can be done. */
export function ConfirmReturnDialog({ flow }: { flow: ScanFlow }) {
  const { step } = flow.use();
  const shown = shownStep(step);
  const cancel = () => flow.send({ type: 'dismissed' });
  const main = useRef<HTMLButtonElement>(null);
  const current = shown.name === 'confirming' ? shown.details : null;
  const details = useLastNonNull(current);
  const notice = shown.name === 'confirming' ? shown.notice : null;
  const busy = step.name === 'working';
  const choice = details?.choice;
  const elsewhere = restsAtOtherDesk(details?.item ?? {}, useDesks());
  useLayoutEffect(() => {
    // Another code may be scanned while this is open.
    if (choice) main.current?.focus();
  }, [choice]);
  return (
    <Dialog
      open={current !== null}
      onClose={cancel}
      modal
      title={
        <span className="text-2xl">
          {t(choice === 'confirm' ? 'confirm-return' : 'return-code')}
        </span>
      }
      popup={{ initialFocus: main }}
      actions={
        choice === 'nothing' ? (
          <Button ref={main} size="large" onClick={cancel} className="sm:min-w-32">
            {actionText('ok')}
          </Button>
        ) : (
          <>
            <Button variant="secondary" size="large" onClick={cancel} aria-disabled={busy}>
              {actionText('cancel')}
            </Button>
            {choice === 'collect' ? (
              <Button
                ref={main}
                size="large"
                onClick={() => {
                  if (details?.item) flow.send({ type: 'collect-chosen', key: details.item });
                }}
                className="sm:min-w-32"
              >
                {handoverText('collect')}
              </Button>
            ) : (
              <ActionButton
                ref={main}
                size="large"
                busy={busy}
                onClick={() => flow.send({ type: 'return-confirmed' })}
              >
                {t('confirm-return')}
              </ActionButton>
            )}
          </>
        )
      }
    >
      {details && (
        <div className="flex flex-col gap-5">
          <KeyHeading {...details} />
          <ReturnFacts details={details} />
          {details.item && <ConditionNotice item={details.item} />}
          {choice === 'confirm' && <OfflineNotice />}
          {choice === 'nothing' && (
            <Notice tone="warning" icon={<Hand aria-hidden />}>
              {t('already-at', deskIfNamed(elsewhere))}
            </Notice>
          )}
          {choice === 'collect' && (
            <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
              {t('code-of-former-holder', details)}
            </Notice>
          )}
          {!details.source.code.attested && choice === 'confirm' && (
            <Notice tone="warning" icon={<ShieldAlert aria-hidden />}>
              {t('code-not-issued-here')}
            </Notice>
          )}
          {notice?.kind === 'wrong-tag' && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
              <span className="text-lg/snug font-semibold">{notice.message}</span>
            </Notice>
          )}
          {choice === 'confirm' && notice?.kind === 'other-code' && (
            <Notice tone="info" icon={<ScanLine aria-hidden />} scrollsIntoView>
              {t('confirm-first')}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Who has the key and since when. */
function ReturnFacts({ details }: { details: ReturnDetails }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      <Fact name={details.choice === 'confirm' ? keyText('taken-by') : t('code-of')}>
        <span className="block text-lg leading-6 font-semibold">{details.personName}</span>
        <span className="text-muted">{details.personEmail}</span>
        {details.personId && (
          <span className="block text-muted">{t('id', { id: details.personId })}</span>
        )}
      </Fact>
      {details.loanedTo && <Fact name={t('on-loan-to')}>{details.loanedTo}</Fact>}
      {details.item?.takenAt && (
        <Fact name={t('since')}>
          <span className="tabular-nums">{formatSince(details.item.takenAt)}</span>
          <LateFor item={details.item} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3 py-2.5">
      <dt className="min-w-22 text-muted">{name}</dt>
      <dd className="min-w-0 flex-[1_1_8rem] wrap-anywhere">{children}</dd>
    </div>
  );
}
