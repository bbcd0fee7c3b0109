import type { Desk } from '@keydesk/shared/campus/campus';
import { largestUnitText } from '@keydesk/shared/core/formats';
import { isOverdue } from '@keydesk/shared/due/calendar';
import type { Key, StorageLocation } from '@keydesk/shared/keys/key';
import { t as dueWords } from '@keydesk/shared/texts/en/due';
import { t } from '@keydesk/shared/texts/en/scans';
import { CircleAlert, ClockAlert, MapPin, ScanLine } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import {
  awayFrom,
  type Desks,
  homeOf,
  retiredHomeOf,
  storageLocationText,
  useDesks,
} from '../../../lib/campus.ts';
import { serverNow } from '../../../lib/clock.ts';
import { useLastNonNull } from '../../../lib/hooks.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import type { TagNotice } from './handover.ts';

type DeskDialogProps<Shown> = {
  /** Null closes it; its content stays during the animation. */
  about: Shown | null;
  title: string | ((shown: Shown | null) => string);
  icon?: ReactNode;
  onClose: () => void;
  closeLabel: string | ((shown: Shown | null) => string);
  /** Closing discards something, so its button is not the primary one. */
  cancels?: boolean;
  /** Only a button closes it. */
  modal?: boolean;
  busy?: boolean;
  /** The primary action, unless that is to close. */
  next?: (shown: Shown) => NextStep | false | undefined;
  secondaryActions?: ReactNode;
  /** A less likely step, beside closing. */
  other?: (shown: Shown) => ReactNode;
  children: (shown: Shown) => ReactNode;
};

type NextStep = { label: string; run: () => void; needsServer?: boolean };

/** A dialog about one thing at the desk. The button of the next step has the focus. */
export function DeskDialog<Shown>(props: DeskDialogProps<Shown>) {
  const { about, title, icon, onClose, closeLabel, cancels = false, busy = false } = props;
  const { modal = false, next, children } = props;
  const main = useRef<HTMLButtonElement>(null);
  const shown = useLastNonNull(about);
  const step = (shown && next?.(shown)) || null;
  const Next = step?.needsServer ? ActionButton : Button;
  const textOf = (text: typeof title) => (text instanceof Function ? text(shown) : text);
  const nextLabel = step?.label;
  useLayoutEffect(() => {
    // The next step may become known, or change, while the dialog is open.
    if (nextLabel) main.current?.focus();
  }, [nextLabel]);
  return (
    <Dialog
      open={about !== null}
      onClose={onClose}
      modal={modal}
      sheet
      title={
        <span className="flex flex-col gap-3 text-xl">
          {icon && (
            <span className="grid size-13 place-items-center rounded-card bg-out-soft text-out [&_svg]:size-7">
              {icon}
            </span>
          )}
          {textOf(title)}
        </span>
      }
      popup={{ initialFocus: main }}
      actions={
        <>
          {step && (
            <Next ref={main} size="large" busy={busy} onClick={step.run}>
              {step.label}
            </Next>
          )}
          {props.secondaryActions}
          {step || cancels ? (
            <SheetLinks>
              <Button
                ref={step ? null : main}
                variant="quiet"
                onClick={onClose}
                aria-disabled={busy}
              >
                {textOf(closeLabel)}
              </Button>
              {shown && props.other?.(shown)}
            </SheetLinks>
          ) : (
            <>
              <Button ref={main} size="large" onClick={onClose} aria-disabled={busy}>
                {textOf(closeLabel)}
              </Button>
              <SheetLinks>{shown && props.other?.(shown)}</SheetLinks>
            </>
          )}
        </>
      }
    >
      {shown && <div className="flex flex-col gap-4">{children(shown)}</div>}
    </Dialog>
  );
}

/** What else can be done with a sheet: words at its lower edge. */
export function SheetLinks({ children }: { children: ReactNode }) {
  return (
    <div className="-mx-4 flex flex-wrap justify-between gap-x-2 empty:hidden *:only:mx-auto">
      {children}
    </div>
  );
}

export function TagNoticeText({ notice, otherCode }: { notice: TagNotice; otherCode: string }) {
  return notice.kind === 'wrong-tag' ? (
    <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
      <span className="text-xl/snug font-semibold">{notice.message}</span>
    </Notice>
  ) : (
    <Notice tone="info" icon={<ScanLine aria-hidden />} scrollsIntoView>
      {otherCode}
    </Notice>
  );
}

type PersonLineProps = { label: string; name: string; children?: ReactNode };

export function PersonLine({ label, name, children }: PersonLineProps) {
  return (
    <p className="text-muted">
      {label}
      <span className="block text-xl font-semibold text-ink wrap-anywhere">{name}</span>
      {children}
    </p>
  );
}

type KeyHeadingProps = { keyNumber: string; keyName?: string; location?: string | null };

/** The key's number is large enough to read across the counter; a long one is smaller. */
export function KeyHeading({ keyNumber, keyName, location }: KeyHeadingProps) {
  return (
    <div>
      <p className={keyNumber.length <= 11 ? 'text-5xl/none' : 'text-2xl'}>
        <KeyNumber number={keyNumber} className="[font-variant-numeric:normal]" />
      </p>
      {keyName && <p className="mt-2 font-semibold wrap-anywhere">{keyName}</p>}
      {location && <p className="text-sm text-muted wrap-anywhere">{location}</p>}
    </div>
  );
}

type LargeHookProps = {
  place: StorageLocation;
  layAtDeskId?: string | undefined;
};

/** Where a key belongs, large enough to read across the counter. Empty if unknown. */
export function LargeHook({ place, layAtDeskId }: LargeHookProps) {
  const desks = useDesks();
  const at = layAtDeskId ? { ...place, awayDeskId: layAtDeskId } : place;
  const text = storageLocationText(at, desks);
  if (!text) return null;
  const label = labelOf(at, desks);
  return (
    <p className="mt-3 flex min-h-13 items-center gap-3 rounded-control bg-sunken px-4 py-2">
      <MapPin aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        {label && <span className="block text-sm text-muted">{label}</span>}
        <span className="block text-xl font-semibold wrap-anywhere">
          <Dotted>{text}</Dotted>
        </span>
      </span>
    </p>
  );
}

/** What a place is that is no hook of this desk. */
function labelOf(place: StorageLocation, desks: Desks | null): string | null {
  if (desks && awayFrom(place, desks)) return t('not-on-hook');
  if (retiredHomeOf(place)) return t('no-hook');
  const home = desks && homeOf(place, desks);
  return home && home !== desks.here ? t('home') : null;
}

/** By how much a returned key is late. Empty if it is not. */
export function LateFor({ item }: { item: Pick<Key, 'dueAt' | 'graceUntil'> }) {
  const now = serverNow();
  if (item.dueAt === null || !isOverdue(item, now)) return null;
  return (
    <span className="flex items-center gap-1.5 font-semibold text-overdue">
      <ClockAlert aria-hidden className="size-4 shrink-0" />
      {dueWords('late-for', { duration: largestUnitText(now - Date.parse(item.dueAt)) })}
    </span>
  );
}

export function deskIfNamed(desk: Pick<Desk, 'name'> | null) {
  return { named: desk ? 'yes' : 'no', desk: desk?.name ?? '' } as const;
}
