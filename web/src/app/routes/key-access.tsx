import type { Key } from '@keydesk/shared/keys/key';
import type { FoundPerson } from '@keydesk/shared/users/people-routes';
import { isDesk } from '@keydesk/shared/users/role';
import { TestPerson } from '../../features/access/test-person.tsx';
import { WhoMayTake } from '../../features/access/who-may-take.tsx';
import { PersonPicker, PickedPerson } from '../../features/lending/person-picker.tsx';
import { useUser } from '../../lib/session.ts';

type KeyAccessProps = { item: Key; heading?: 'h2' | 'h3'; className?: string };

/** Who may take a key; the desk can test it for a person. */
export function KeyAccess(props: KeyAccessProps) {
  const reader = useUser();
  return (
    <WhoMayTake {...props}>
      {reader && isDesk(reader.role) && (
        <TestPerson<FoundPerson>
          keyId={props.item._id}
          renderPicker={(person, onPick) =>
            person ? (
              <PickedPerson person={person} onChange={() => onPick(null)} />
            ) : (
              <PersonPicker onPick={onPick} />
            )
          }
        />
      )}
    </WhoMayTake>
  );
}
