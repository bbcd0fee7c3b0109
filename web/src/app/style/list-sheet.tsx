import { useMemo } from 'react';
import { KeyCard } from '../../features/keys/key-card.tsx';
import { KeyList } from '../../features/keys/key-list.tsx';
import { KeyRowSkeletons } from '../../features/keys/key-row-skeleton.tsx';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { RankedList } from '../../ui/ranked-list.tsx';
import { sampleKeys } from './sample-keys.ts';
import { Group, Sheet } from './sheet.tsx';

const ranked = [
  { id: '1', name: 'CSE-104', note: 'Programming Lab', value: 48 },
  { id: '2', name: 'LIB-2', note: 'Reading Room', value: 31 },
  { id: '3', name: 'EEE-310', note: 'Machines', value: 7 },
];

const Keys = () => {
  const readerId = useUser()?.id ?? '';
  const keys = useMemo(() => sampleKeys(readerId), [readerId]);
  const [mine] = keys.filter((key) => key.takenBy?.userId === readerId);
  return (
    <>
      <Group name="Rows, in every state">
        <KeyList
          keys={keys}
          label="Sample keys"
          renderAction={(key) =>
            key.takenBy === null && (
              <Button size="small" variant="secondary">
                <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
                Generate QR
              </Button>
            )
          }
        />
      </Group>
      {mine && (
        <Group name="A card">
          <div className="max-w-sm">
            <KeyCard
              item={mine}
              mine
              action={
                <Button size="large" className="w-full">
                  <QrCodeIcon aria-hidden className="size-4.5" />
                  Show Return QR
                </Button>
              }
            />
          </div>
        </Group>
      )}
    </>
  );
};

/** Keys as rows and as a card, and other lists. */
export const ListSheet = () => (
  <Sheet
    id="lists"
    wide
    title="Lists"
    text="Number first, then the room, then whether it can be had. More than fifty rows are drawn as one scrolls."
  >
    <Keys />
    <Group name="Loading">
      <KeyRowSkeletons />
    </Group>
    <Group name="Ranked">
      <RankedList items={ranked} empty="No usage data available" numbered />
    </Group>
  </Sheet>
);
