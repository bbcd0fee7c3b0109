import { RefreshCw, ScanLine } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { ButtonSize, ButtonVariant } from '../../ui/button-look.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { Group, Sheet } from './sheet.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger'];
const sizes: readonly ButtonSize[] = ['small', 'medium', 'large'];

const named = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const rowLook = 'flex flex-wrap items-center gap-2.5';

/** Every button, in every state. */
export const ButtonSheet = () => (
  <Sheet
    id="buttons"
    title="Buttons"
    text="One primary button at most in view of a task. Small ones stand in rows; at a finger's reach all of them are 44 px high."
  >
    <Group name="Kinds">
      <div className={rowLook}>
        {variants.map((variant) => (
          <Button key={variant} variant={variant}>
            {named(variant)}
          </Button>
        ))}
      </div>
    </Group>
    <Group name="Sizes">
      <div className={rowLook}>
        {sizes.map((size) => (
          <Button key={size} size={size}>
            {named(size)}
          </Button>
        ))}
      </div>
    </Group>
    <Group name="With an icon, and as an icon">
      <div className={rowLook}>
        <Button variant="secondary" size="small">
          <QrCodeIcon aria-hidden className="size-4.5 text-accent" />
          Generate QR
        </Button>
        <Button size="large">
          <ScanLine aria-hidden className="size-5" />
          Start Scanning
        </Button>
        <IconButton label="Refresh" icon={<RefreshCw />} />
      </div>
    </Group>
    <Group name="Busy, disabled, waiting for the connection">
      <div className={rowLook}>
        <Button busy>Completing...</Button>
        <Button disabled>Continue</Button>
        <Button variant="secondary" disabled>
          Back
        </Button>
        <Button aria-disabled title="This needs the server.">
          Collect
        </Button>
        <IconButton aria-disabled label="Refresh later" icon={<RefreshCw />} />
      </div>
    </Group>
  </Sheet>
);
