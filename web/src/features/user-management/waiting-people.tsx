import { Hourglass } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

type WaitingPeopleProps = { count: number; onShow: () => void };

/** How many people have registered and wait to be accepted, and the way to them. */
export function WaitingPeople({ count, onShow }: WaitingPeopleProps) {
  if (count === 0) return null;
  return (
    <Notice tone="warning" icon={<Hourglass aria-hidden />} className="mb-4 sm:items-center">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>{count === 1 ? '1 person waits' : `${count} people wait`} for you to accept them.</p>
        <Button variant="secondary" size="small" onClick={onShow}>
          Show who is waiting
        </Button>
      </div>
    </Notice>
  );
}
