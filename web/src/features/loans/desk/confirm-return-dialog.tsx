import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/scans';
import { CircleAlert, Hand, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { restsAtOtherDesk, useDesks } from '../../../lib/campus.ts';
import { untilText } from '../../../lib/due.ts';
import { OfflineNotice } from '../../../ui/action-button.tsx';
import { Email } from '../../../ui/email.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ConditionNotice } from '../incidents/condition-notice.tsx';
import { DeskDialog, deskIfNamed, KeyHeading, LateFor, TagNoticeText } from './dialog-parts.tsx';
import type { ReturnDetails } from './handover-result.ts';
import type { ScanStep } from './scan-machine.ts';
import type { ScanFlow } from './use-scan.ts';

type ConfirmReturnDialogProps = {
  step: ScanStep;
  flow: ScanFlow;
  busy: boolean;
  onClose: () => void;
};

export function ConfirmReturnDialog({ step, flow, ...dialog }: ConfirmReturnDialogProps) {
  const desks = useDesks();
  return (
    <DeskDialog
      {...dialog}
      about={step.name === 'confirming' ? step : null}
      modal
      title={(shown) => t(shown?.details.choice === 'confirm' ? 'confirm-return' : 'return-code')}
      closeLabel={(shown) => actionText(shown?.details.choice === 'nothing' ? 'ok' : 'cancel')}
      next={({ details: { choice, item } }) => {
        if (choice === 'confirm')
          return {
            label: t('confirm-return'),
            run: () => flow.send({ type: 'return-confirmed' }),
            needsServer: true,
          };
        return (
          choice === 'collect' &&
          item !== null && {
            label: handoverText('collect'),
            run: () => flow.send({ type: 'collect-chosen', key: item }),
          }
        );
      }}
    >
      {({ details, notice }) => (
        <>
          <KeyHeading {...details} />
          <ReturnedKeys details={details} />
          {details.item && <ConditionNotice item={details.item} />}
          {details.choice === 'confirm' && <OfflineNotice />}
          {details.choice === 'nothing' && (
            <Notice tone="warning" icon={<Hand aria-hidden />}>
              {t('already-at', deskIfNamed(restsAtOtherDesk(details.item ?? {}, desks)))}
            </Notice>
          )}
          {details.choice === 'collect' && (
            <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
              {t('code-of-former-holder', details)}
            </Notice>
          )}
          {!details.source.code.attested && details.choice === 'confirm' && (
            <Notice tone="warning" icon={<ShieldAlert aria-hidden />}>
              {t('code-not-issued-here')}
            </Notice>
          )}
          {notice && details.choice === 'confirm' && (
            <TagNoticeText notice={notice} otherCode={t('confirm-first')} />
          )}
        </>
      )}
    </DeskDialog>
  );
}

function ReturnedKeys({ details }: { details: ReturnDetails }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      <Fact name={details.choice === 'confirm' ? keyText('taken-by') : t('code-of')}>
        <span className="block text-xl leading-6 font-semibold">{details.personName}</span>
        <span className="text-muted">
          <Email>{details.personEmail}</Email>
        </span>
        {details.personId && (
          <span className="block text-muted">{t('id', { id: details.personId })}</span>
        )}
      </Fact>
      {details.loanedTo && <Fact name={t('on-loan-to')}>{details.loanedTo}</Fact>}
      {details.item?.takenAt && (
        <Fact name={t('since')}>
          <span className="tabular-nums">{untilText(details.item.takenAt)}</span>
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
