import { isOverdue } from '@keydesk/shared/due/calendar';
import { isHeldBy, type Key } from '@keydesk/shared/keys/key';
import type { FoundPerson } from '@keydesk/shared/people/search';
import { t as handoverText } from '@keydesk/shared/texts/en/handovers';
import { t as keyText } from '@keydesk/shared/texts/en/keys';
import { t } from '@keydesk/shared/texts/en/scans';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/clock.ts';
import { untilText } from '../../../lib/due.ts';
import { useHasOpened } from '../../../lib/hooks.ts';
import { OnDutyButton } from '../../../ui/action-button.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import { KeyDue } from '../../keys/key-parts.tsx';
import { PersonDetails } from '../../people/person-picker.tsx';
import { CollectManyDialog } from './collect-many-dialog.tsx';
import { CollectDialogs, useCollectAction } from './desk-collect.tsx';
import { DeskDialog, LateFor } from './dialog-parts.tsx';
import type { LendStart } from './lend-step.ts';
import { cardOf, type ScanStep } from './scan-machine.ts';
import type { ScanFlow } from './use-scan.ts';

type PersonDialogProps = {
  step: ScanStep;
  flow: ScanFlow;
  keys: readonly Key[] | undefined;
  /** Hands them a key; undefined where that is switched off. */
  onLend: ((start: LendStart) => void) | undefined;
  onClose: () => void;
  closeLabel: string;
};

export function PersonDialog({ step, flow, keys, onLend, ...dialog }: PersonDialogProps) {
  return (
    <DeskDialog
      {...dialog}
      about={cardOf(step)}
      title={(shown) => shown?.person.name ?? ''}
      next={(card) => onLend && { label: handoverText('lend'), run: () => onLend({ card }) }}
    >
      {({ person }) => (
        <>
          <div className="flex items-center gap-4">
            <Avatar name={person.name} />
            <p className="min-w-0 text-muted wrap-anywhere">
              <PersonDetails person={person} />
            </p>
          </div>
          {!onLend && (
            <Notice tone="warning" icon={<IdCard aria-hidden />}>
              {t('card-of', person)}
            </Notice>
          )}
          {keys ? (
            <KeysOut key={person.id} person={person} keys={keys} flow={flow} />
          ) : (
            <p className="text-muted">{keyText('loading')}</p>
          )}
        </>
      )}
    </DeskDialog>
  );
}

type KeysOutProps = { person: FoundPerson; keys: readonly Key[]; flow: ScanFlow };

function KeysOut({ person, keys, flow }: KeysOutProps) {
  const now = useNow();
  const out = keysOutOf(person.id, keys, now);
  const renderCollect = useCollectAction(flow, t('take-back'));
  const [collecting, setCollecting] = useState<readonly Key[] | null>(null);
  const collectOpened = useHasOpened(collecting !== null);
  return (
    <section aria-labelledby="keys-of-person">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h3 id="keys-of-person" className="text-xl font-semibold">
          {t(out.length === 0 ? 'no-keys-out' : 'keys-out')}
        </h3>
        {out.length > 1 && (
          <OnDutyButton variant="quiet" size="small" onClick={() => setCollecting(out)}>
            {t('take-back-all', { count: out.length })}
          </OnDutyButton>
        )}
      </div>
      <ul aria-label={t('keys-out')} className="divide-y divide-line empty:hidden">
        {out.map((item) => (
          <li key={item._id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0 flex-1 basis-48">
              <KeyNumber number={item.keyNumber} className="text-xl" />
              <p className="font-semibold wrap-anywhere">{item.keyName}</p>
              <p className="text-sm text-muted">
                <Dotted>
                  {item.takenAt && keyText('since', { when: untilText(item.takenAt) })}
                  {!isOverdue(item, now) && <KeyDue item={item} />}
                </Dotted>
                <LateFor item={item} />
              </p>
            </div>
            {renderCollect(item)}
          </li>
        ))}
      </ul>
      <CollectDialogs flow={flow} overPerson />
      {collectOpened && (
        <CollectManyDialog
          items={collecting}
          onCollected={(outcome) => {
            setCollecting(null);
            flow.send({ type: 'several-collected', outcome });
          }}
          onClose={() => setCollecting(null)}
        />
      )}
    </section>
  );
}

/** Overdue keys first, then by due time. */
function keysOutOf(personId: string, keys: readonly Key[], now: number): Key[] {
  const rank = (key: Key) => (isOverdue(key, now) ? '0' : '1') + (key.dueAt ?? 'never');
  return keys
    .filter((key) => isHeldBy(key, personId))
    .sort((one, other) => rank(one).localeCompare(rank(other)));
}
