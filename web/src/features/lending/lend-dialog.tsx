import type { RefusedAccess } from '@keydesk/shared/access/refused-access';
import type { Key } from '@keydesk/shared/keys/key';
import type { DeskSettings } from '@keydesk/shared/settings/security-settings';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, IdCard } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OverrideForm } from '../../ui/override-form.tsx';
import { VerdictNotice } from '../../ui/verdict-notice.tsx';
import { KeyPicker, PickedKey } from './key-picker.tsx';
import { type LentKey, lendFailureText, refusedAccessOf } from './lend-key.ts';
import { PersonPicker, PickedPerson } from './person-picker.tsx';
import { lendingVerdictQuery } from './queries.ts';
import { type ReadCard, useLending } from './use-lending.ts';

type LendDialogProps = {
  open: boolean;
  /** The key whose row was pressed; null when the person comes first. */
  first: Key | null;
  /** The keys that may be lent here, as far as they are available. */
  keys: readonly Key[];
  /** Every key. */
  all: readonly Key[];
  /** What a reader of ID cards or the USB scanner typed last. */
  card: ReadCard | null;
  lendByName: DeskSettings['lendByName'];
  onClose: () => void;
  onLent: (lent: LentKey) => void;
  onRefused: () => void;
};

/** Lends a key to a person whom the desk looks up or whose ID card it reads. */
export function LendDialog(props: LendDialogProps) {
  const { open, first, keys, all, card, lendByName, onClose, onLent, onRefused } = props;
  const lending = useLending({ first, all, card, onLent, onRefused });
  const { item, person, unknownCard } = lending;
  const access = useVerdict(lending);
  const fields = useRef<HTMLDivElement>(null);
  const handOver = useRef<HTMLButtonElement>(null);
  const ready = item !== null && person !== null && (lending.byCard || lendByName === 'on');
  useEffect(() => {
    // What comes next: the field that is still empty, or the button.
    if (ready) handOver.current?.focus();
    else if (item !== null || person !== null) fields.current?.querySelector('input')?.focus();
  }, [ready, item, person]);
  const keyPart = (
    <Part key="key" title="Key">
      {item ? (
        <PickedKey item={item} onChange={() => lending.pickKey(null)} />
      ) : (
        <KeyPicker keys={keys} all={all} onPick={lending.pickKey} />
      )}
    </Part>
  );
  const personPart = (
    <Part key="person" title="Person">
      {person ? (
        <PickedPerson person={person} onChange={() => lending.pickPerson(null)} />
      ) : (
        (lendByName === 'on' || unknownCard) && <PersonPicker onPick={lending.pickPerson} />
      )}
      {!person && !unknownCard && (
        <p className="mt-3 flex items-center gap-2 text-sm text-muted">
          <IdCard aria-hidden className="size-4.5 shrink-0" />
          {lendByName === 'on'
            ? 'Or read their ID card with the USB reader.'
            : 'Read their ID card with the USB reader.'}
        </p>
      )}
      {unknownCard && (
        <UnknownCard
          name={person?.name ?? null}
          busy={lending.remembering}
          onRemember={lending.remember}
        />
      )}
    </Part>
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<span className="text-2xl">Lend a Key</span>}
      popup={{ initialFocus: () => fields.current?.querySelector('input') ?? true }}
      actions={
        <>
          <Button variant="secondary" size="large" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            ref={handOver}
            size="large"
            disabled={!ready}
            busy={lending.busy}
            onClick={() => lending.handOver()}
          >
            Hand over
          </ActionButton>
        </>
      }
    >
      <div ref={fields} className="flex flex-col gap-5">
        {first ? [keyPart, personPart] : person ? [personPart, keyPart] : personPart}
        {access && <VerdictNotice verdict={access.verdict} />}
        {access?.mayOverride && (
          <OverrideForm
            key={`${item?._id} ${person?.id}`}
            busy={lending.busy}
            onOverride={lending.handOver}
          />
        )}
        {lending.failed && !refusedAccessOf(lending.failed) && (
          <Notice tone="error" icon={<CircleAlert aria-hidden />}>
            {lendFailureText(lending.failed)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

/**
 * Whether access rules let this person take the key: as soon as both are chosen, and as the server
 * says when it is handed over. Of a key that everybody may take nothing is said.
 */
function useVerdict({ item, person, failed }: Lending): Verdict | null {
  const { data } = useQuery(lendingVerdictQuery(item?._id, person?.id));
  const refused = refusedAccessOf(failed);
  if (refused) return refused;
  return data && data.reasons[0]?.code !== 'NORMAL_KEY' && !failed ? { verdict: data } : null;
}

type Lending = Pick<ReturnType<typeof useLending>, 'item' | 'person' | 'failed'>;
type Verdict = Pick<RefusedAccess, 'verdict' | 'mayOverride'>;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}

type UnknownCardProps = { name: string | null; busy: boolean; onRemember: () => void };

/** A card that is nobody's yet, and how it becomes somebody's: find them, and press. */
function UnknownCard({ name, busy, onRemember }: UnknownCardProps) {
  return (
    <Notice tone="warning" icon={<IdCard aria-hidden />} className="mt-3">
      {name === null ? (
        'This card is not known yet. Find the person, and it can be remembered.'
      ) : (
        <>
          <p>This card is not known yet.</p>
          <ActionButton
            variant="secondary"
            size="small"
            busy={busy}
            onClick={onRemember}
            className="mt-2"
          >
            Remember as {name}’s
          </ActionButton>
        </>
      )}
    </Notice>
  );
}
