import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/duty';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import {
  CodeBanner,
  codeSheetClassName,
  codeWithPictureClassName,
} from '../loans/codes/code-banner.tsx';
import { useTimeLeft, useWakeLock } from '../loans/codes/code-countdown.tsx';

let openings = 0;

/** Each opening and each Regenerate issues a new shift code. */
export function DutyCodeModal({ onClose }: { onClose: () => void }) {
  const [opening] = useState(() => ++openings);
  const heading = useRef<HTMLSpanElement>(null);
  const { data, error, isFetching, refetch } = useQuery(dutyCodeQuery(opening));
  const validity = (data?.validitySeconds ?? 0) * 1000;
  const timeLeft = useTimeLeft(data?.expiresAt, validity);
  const expired = data !== undefined && !isFetching && timeLeft === 0;
  useWakeLock(!expired);
  const state =
    isFetching || !data
      ? ({ phase: 'loading' } as const)
      : expired
        ? ({ phase: 'expired', qrText: data.qrText } as const)
        : ({ phase: 'shown', qrText: data.qrText, timeLeft, validity, refusal: null } as const);
  const failed = error && !isFetching;
  return (
    <Dialog
      open
      onClose={onClose}
      modal
      popup={{ initialFocus: heading }}
      banner={{
        className: `${codeSheetClassName} ${failed ? '' : codeWithPictureClassName}`,
        content: !failed && <CodeBanner state={state} label={t('your-duty-code')} />,
      }}
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {t('duty-code')}
        </span>
      }
      actions={
        <div className="flex w-full flex-wrap gap-2.5 sm:justify-end">
          <Button
            variant="secondary"
            size="large"
            className="flex-1 sm:flex-none"
            onClick={onClose}
          >
            {actionText('close')}
          </Button>
          {(expired || failed) && (
            <ActionButton
              size="large"
              className="flex-1 sm:flex-none"
              onClick={() => void refetch()}
            >
              {failed ? actionText('try-again') : t('regenerate')}
            </ActionButton>
          )}
        </div>
      }
    >
      {failed ? (
        <Notice tone="error">{getErrorMessage(error)}</Notice>
      ) : (
        <p className="text-sm text-balance text-muted">{t('show-code-text')}</p>
      )}
    </Dialog>
  );
}

/** Each read issues a new code and voids the old one, so only an explicit refetch may repeat it. */
function dutyCodeQuery(opening: number) {
  return queryOptions({
    queryKey: ['codes', 'duty', opening],
    queryFn: async ({ signal }) =>
      (await call(api.issueCode, { body: { type: 'duty' }, signal })).data,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
}
