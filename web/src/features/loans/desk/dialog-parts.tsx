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
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Dotted } from '../../../ui/dotted.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyNumber } from '../../../ui/record-link.tsx';
import type { TagNotice } from './handover.ts';

type DeskDialogProps<Shown> = {
  /** Null closes it; its content stays during the animation. */
  about: Shown | null;
  title: string | ((shown: Shown | null) => string);
  tone?: keyof typeof titleTones | undefined;
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
  children: (shown: Shown) => ReactNode;
};

type NextStep = { label: string; run: () => void; needsServer?: boolean };

const titleTones = {
  danger: { className: 'text-danger', icon: <CircleAlert aria-hidden className="size-8" /> },
  out: { className: 'text-out', icon: <MapPin aria-hidden className="size-8 shrink-0" /> },
};

/** A dialog about one thing at the desk. The button of the next step has the focus. */
export function DeskDialog<Shown>(props: DeskDialogProps<Shown>) {
  const { about, title, tone, onClose, closeLabel, cancels = false, busy = false } = props;
  const { modal = false, next, secondaryActions, children } = props;
  const main = useRef<HTMLButtonElement>(null);
  const shown = useLastNonNull(about);
  const step = (shown && next?.(shown)) || null;
  const Next = step?.needsServer ? ActionButton : Button;
  const titleTone = tone && titleTones[tone];
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
      title={
        <span
          className={classNames(
            'text-2xl',
            titleTone && `inline-flex items-center gap-2 ${titleTone.className}`,
          )}
        >
          {titleTone?.icon}
          {textOf(title)}
        </span>
      }
      popup={{ initialFocus: main }}
      actions={
        <>
          {secondaryActions}
          <Button
            ref={step ? null : main}
            variant={step || cancels ? 'secondary' : 'primary'}
            size="large"
            onClick={onClose}
            aria-disabled={busy}
            className="sm:min-w-32"
          >
            {textOf(closeLabel)}
          </Button>
          {step && (
            <Next ref={main} size="large" busy={busy} onClick={step.run} className="sm:min-w-32">
              {step.label}
            </Next>
          )}
        </>
      }
    >
      {shown && <div className="flex flex-col gap-5">{children(shown)}</div>}
    </Dialog>
  );
}

export function TagNoticeText({ notice, otherCode }: { notice: TagNotice; otherCode: string }) {
  return notice.kind === 'wrong-tag' ? (
    <Notice tone="error" icon={<CircleAlert aria-hidden />} scrollsIntoView>
      <span className="text-lg/snug font-semibold">{notice.message}</span>
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

/** The key's number is large enough to read across the counter. */
export function KeyHeading({ keyNumber, keyName, location }: KeyHeadingProps) {
  return (
    <div>
      <p className={sizeFor(keyNumber)}>
        <KeyNumber number={keyNumber} className="[font-variant-numeric:normal]" />
      </p>
      {keyName && <p className="mt-2.5 text-2xl/tight font-medium wrap-anywhere">{keyName}</p>}
      {location && <p className="mt-0.5 text-lg text-muted wrap-anywhere">{location}</p>}
    </div>
  );
}

/** Long numbers get a smaller font instead of wrapping. */
function sizeFor(keyNumber: string): string {
  if (keyNumber.length <= 7) return 'text-7xl/none';
  return keyNumber.length <= 11 ? 'text-5xl/none' : 'text-4xl';
}

type LargeHookProps = {
  place: StorageLocation;
  layAtDeskId?: string | undefined;
};

/** Where a key belongs, large enough to read across the counter. Empty if unknown. */
export function LargeHook({ place, layAtDeskId }: LargeHookProps) {
  const desks = useDesks();
  const { label, text } = linesOf(
    layAtDeskId ? { ...place, awayDeskId: layAtDeskId } : place,
    desks,
  );
  if (!text) return null;
  return (
    <p className="mt-4 flex items-start gap-3 rounded-control bg-accent-soft px-4 py-3 text-accent">
      <MapPin aria-hidden className="mt-1 size-6 shrink-0" />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{label}</span>
        <span
          className={classNames(
            'block font-semibold wrap-anywhere text-ink',
            text.length <= 16 ? 'text-4xl/tight' : 'text-3xl/tight',
          )}
        >
          <Dotted>{text}</Dotted>
        </span>
      </span>
    </p>
  );
}

/** The hook, after its desk if that is another one. For a key away from home, its current place. */
function linesOf(place: StorageLocation, desks: Desks | null): { label: string; text: string } {
  if (desks && awayFrom(place, desks))
    return { label: t('not-on-hook'), text: storageLocationText(place, desks) };
  if (retiredHomeOf(place)) return { label: t('no-hook'), text: storageLocationText(place, desks) };
  const home = desks && homeOf(place, desks);
  return {
    label: t(home && home !== desks.here ? 'home' : 'hook'),
    text: storageLocationText(place, desks),
  };
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
