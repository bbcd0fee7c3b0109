import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useHasOpened } from '../../lib/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const AddPersonDialog = lazyComponent(() =>
  import('./add-person-dialog.tsx').then((module) => module.AddPersonDialog),
);

/** Opens the form for one new person. */
export function AddPersonButton({ onAdded }: { onAdded: () => void }) {
  const [open, setOpen] = useState(false);
  const dialogOpened = useHasOpened(open);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden className="size-4" />
        Add Person
      </Button>
      {dialogOpened && (
        <AddPersonDialog open={open} onClose={() => setOpen(false)} onAdded={onAdded} />
      )}
    </>
  );
}
