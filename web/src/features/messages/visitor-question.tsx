import type { Notification } from '@keydesk/shared/core/notifications';
import {
  type VisitorAnswer,
  visitorAnswerNames,
  visitorAnswers,
  vouches,
} from '@keydesk/shared/core/visitor-answers';
import { t } from '@keydesk/shared/texts/en/visitors';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { useDeskComputer } from '../../lib/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/use-change.ts';
import { notificationsQuery } from './queries.ts';

type VisitorQuestionProps = { item: Notification; className: string | undefined };

export function VisitorQuestion({ item, className }: VisitorQuestionProps) {
  const atDesk = useDeskComputer() !== null;
  const answering = useAnswerVisitor();
  const [changing, setChanging] = useState(false);
  if (item.askedNoMore) return <p className={className}>{t('not-asked-any-more')}</p>;
  const given = item.visitorAnswer;
  if (given && !changing) {
    const Icon = vouches(given) ? Check : X;
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold">
          <Icon aria-hidden className="size-4" />
          {t(visitorAnswers[given].given)}
        </span>
        {!atDesk && (
          <Button variant="quiet" size="small" onClick={() => setChanging(true)}>
            {t('change')}
          </Button>
        )}
      </p>
    );
  }
  if (atDesk) return <p className={className}>{t('answer-elsewhere')}</p>;
  const answerButton = (answer: VisitorAnswer) => (
    <ActionButton
      key={answer}
      size="small"
      variant={vouches(answer) ? 'primary' : 'secondary'}
      busy={answering.isPending && answering.variables.answer === answer}
      disabled={answering.isPending}
      onClick={() =>
        answering.mutate(
          { askId: item.visitorAskId ?? '', answer },
          { onSuccess: () => setChanging(false) },
        )
      }
    >
      {answerText(answer)}
    </ActionButton>
  );
  return (
    <div className={className}>
      <div className="flex flex-wrap gap-2">{visitorAnswerNames.map(answerButton)}</div>
    </div>
  );
}

export function answerText(answer: VisitorAnswer): string {
  return t(visitorAnswers[answer].button);
}

export function useAnswerVisitor() {
  return useChange(
    ({ askId, answer }: { askId: string; answer: VisitorAnswer }) =>
      call(api.answerVisitor, { params: { id: askId }, body: { answer } }),
    {
      says: ({ answer }) => t(visitorAnswers[answer].thanks),
      failure: getErrorMessage,
      refetch: (client) => invalidateAndRefetch(client, { queryKey: notificationsQuery.queryKey }),
    },
  );
}
