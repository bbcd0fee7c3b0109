import type { AccessRequest } from '@keydesk/shared/access/requests';
import { dayMs } from '@keydesk/shared/core/dates';
import { t } from '@keydesk/shared/texts/en/access';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { CircleX, Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent, useId } from 'react';
import { serverNow } from '../../lib/clock.ts';
import { useDraft } from '../../lib/draft.ts';
import { fromDateTimeField, toDateTimeField } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MomentField, TextField } from '../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { awaitRequest, stopAwaiting, useOwnRequest, useShowCode } from './own-access.tsx';
import { useRequestAccess } from './request-queries.ts';

type RequestAccessDialogProps = {
  keyId: string;
  keyNumber: string;
  open: boolean;
  onClose: () => void;
};

/** While it is open, an approval of the request opens the code at once. */
export function RequestAccessDialog({ keyId, keyNumber, open, onClose }: RequestAccessDialogProps) {
  const formId = useId();
  const asking = useRequestAccess();
  const request = useAskedRequest(keyId, asking.data?.id);
  const close = () => {
    stopAwaiting();
    asking.reset();
    onClose();
  };
  const approved = request?.state === 'approved';
  const showsCode = useShowCode() !== null;
  const closeForCode = useEffectEvent(() => {
    asking.reset();
    onClose();
  });
  useEffect(() => {
    if (approved && showsCode) closeForCode();
  }, [approved, showsCode]);
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('request-access-to', { keyNumber })}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {asking.data ? actionText('close') : actionText('cancel')}
          </Button>
          {!asking.data && (
            <ActionButton type="submit" form={formId} busy={asking.isPending}>
              {t('send-request')}
            </ActionButton>
          )}
        </>
      }
    >
      {asking.data ? (
        <RequestStatus request={request ?? asking.data} />
      ) : (
        open && (
          <RequestForm
            formId={formId}
            failure={asking.error}
            onSend={(wanted) => asking.mutate({ keyId, ...wanted }, { onSuccess: awaitRequest })}
          />
        )
      )}
    </Dialog>
  );
}

function useAskedRequest(keyId: string, id: string | undefined): AccessRequest | null {
  const request = useOwnRequest(keyId);
  return request && request.id === id ? request : null;
}

function RequestStatus({ request }: { request: AccessRequest }) {
  const who = request.approverName ?? t('an-admin');
  if (request.state === 'open')
    return (
      <Notice tone="info" icon={<Hourglass aria-hidden />}>
        {t('was-asked', { who })}
      </Notice>
    );
  if (request.state === 'approved')
    return (
      <Notice tone="success">{t('approved-by', { name: request.decidedBy?.name ?? '' })}</Notice>
    );
  return (
    <Notice tone="error" icon={<CircleX aria-hidden />}>
      {request.state === 'denied'
        ? t(request.note ? 'denied-because' : 'denied-without-note', {
            name: request.decidedBy?.name ?? '',
            note: request.note ?? '',
          })
        : t('no-longer-open')}
    </Notice>
  );
}

type RequestFormProps = {
  formId: string;
  failure: Error | null;
  onSend: (wanted: { purpose: string; wantedUntil: string }) => void;
};

function RequestForm({ formId, failure, onSend }: RequestFormProps) {
  const { text, submit } = useDraft(
    () => ({ purpose: '', until: toDateTimeField(serverNow() + dayMs) }),
    ({ purpose, until }) => ({
      ...(purpose.trim() === '' && { purpose: t('please-say-what-for') }),
      ...(until === '' && { until: t('say-until-when') }),
    }),
    ({ purpose, until }) =>
      onSend({ purpose: purpose.trim(), wantedUntil: fromDateTimeField(until) }),
  );
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField {...text('purpose')} label={t('what-for')} maxLength={200} />
      <MomentField {...text('until')} label={fieldText('until')} />
      <ErrorNotice cause={failure} />
    </form>
  );
}
