import type { Notification, VisitorAnswer } from '@keydesk/shared/core/notifications';
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

/** Below the news that a visitor names the reader as their sponsor: what they say to that. */
export function VisitorQuestion({ item, className }: VisitorQuestionProps) {
  const atDesk = useDeskComputer() !== null;
  const answering = useAnswerVisitor();
  const [changing, setChanging] = useState(false);
  if (item.askedNoMore)
    return <p className={className}>You are not asked about this visitor any more.</p>;
  const given = item.visitorAnswer;
  if (given && !changing) {
    const Icon = given === 'confirmed' ? Check : X;
    return (
      <p className={className}>
        <span className="inline-flex items-center gap-1.5 text-sm font-medium">
          <Icon aria-hidden className="size-4" />
          {answered[given]}
        </span>
        {!atDesk && (
          <Button variant="quiet" size="small" onClick={() => setChanging(true)}>
            Change
          </Button>
        )}
      </p>
    );
  }
  if (atDesk) return <p className={className}>Please answer on your own phone or computer.</p>;
  const answerButton = (answer: VisitorAnswer, label: string) => (
    <ActionButton
      size="small"
      variant={answer === 'confirmed' ? 'primary' : 'secondary'}
      busy={answering.isPending && answering.variables.answer === answer}
      disabled={answering.isPending}
      onClick={() =>
        answering.mutate(
          { askId: item.visitorAskId ?? '', answer },
          { onSuccess: () => setChanging(false) },
        )
      }
    >
      {label}
    </ActionButton>
  );
  return (
    <div className={className}>
      <div className="flex flex-wrap gap-2">
        {answerButton('confirmed', 'Confirm')}
        {answerButton('refused', 'Not me')}
      </div>
    </div>
  );
}

const answered: Record<VisitorAnswer, string> = {
  confirmed: 'You vouch for them. The desk sees it.',
  refused: 'You do not vouch for them. The desk sees it.',
};

const said: Record<VisitorAnswer, string> = {
  confirmed: 'Thank you. The desk sees that you answer for them.',
  refused: 'Thank you. They get no keys in your name, and those that they have are recalled.',
};

/** Answers for a visitor, or refuses to. */
export function useAnswerVisitor() {
  return useChange(
    ({ askId, answer }: { askId: string; answer: VisitorAnswer }) =>
      call(api.answerVisitor, { params: { id: askId }, body: { answer } }),
    {
      says: ({ answer }) => said[answer],
      failure: getErrorMessage,
      refetch: (client) => invalidateAndRefetch(client, { queryKey: notificationsQuery.queryKey }),
    },
  );
}
