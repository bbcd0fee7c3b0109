import type { Desk } from '../campus/campus.ts';
import { detailsAs } from '../core/client-errors.ts';
import { type AppError, appError } from '../core/errors.ts';
import { t } from '../texts/en/places.ts';

export type RecordedPlace = { deskId: string; deskName: string };

type KnownPlace = { deskId?: string | null | undefined; awayDeskId?: string | null | undefined };

/**
 * Where a key is recorded to be, if at another desk (`recorded-here`). Null with at most one active
 * desk, and if either desk is unknown.
 */
export function recordedElsewhere(
  { deskId, awayDeskId }: KnownPlace,
  desks: readonly Pick<Desk, 'id' | 'name' | 'retired'>[],
  hereId: string | null | undefined,
): RecordedPlace | null {
  const active = desks.filter(({ retired }) => !retired);
  const activeDesk = (id: string | null | undefined) => active.find((desk) => desk.id === id);
  const [home, away] = [activeDesk(deskId), activeDesk(awayDeskId)];
  const recorded = home && (away ?? home);
  if (!recorded || !activeDesk(hereId) || recorded.id === hereId) return null;
  return { deskId: recorded.id, deskName: recorded.name };
}

/** Whether a desk lists a key: its home, where it is, or any without an active home. */
export function isListedAt(
  { deskId, awayDeskId }: KnownPlace,
  activeDesks: readonly Pick<Desk, 'id'>[],
  hereId: string,
): boolean {
  const hasHome = activeDesks.some(({ id }) => id === deskId);
  return !hasHome || deskId === hereId || awayDeskId === hereId;
}

/** The details of KEY_ELSEWHERE: the desk may say that the key is here. */
export type KeyElsewhere = {
  key: { keyId: string; keyNumber: string; keyName: string };
  holder: { userId: string; name: string };
  recorded: RecordedPlace;
  /** ISO instant until which the code stays valid for that. */
  codeExpiresAt?: string;
};

export function keyElsewhere(
  { id, keyNumber, keyName }: { id: string; keyNumber: string; keyName: string },
  holder: { id: string; name: string },
  recorded: RecordedPlace,
): AppError {
  const details: KeyElsewhere = {
    key: { keyId: id, keyNumber, keyName },
    holder: { userId: holder.id, name: holder.name },
    recorded,
  };
  return appError('KEY_ELSEWHERE', { keyNumber, deskName: recorded.deskName }).withDetails(details);
}

/** Null for other errors. */
export function asKeyElsewhere(details: unknown): KeyElsewhere | null {
  const { key, recorded } = detailsAs<KeyElsewhere>(details);
  return key?.keyNumber && recorded?.deskName ? (details as KeyElsewhere) : null;
}

/** The desk of a return if not the key's home (`back-home`); null if unknown. */
export function awayDeskAfterReturn(
  homeId: string | null,
  returnDeskId: string | null,
): string | null {
  return homeId !== null && returnDeskId !== homeId ? returnDeskId : null;
}

/** Where a key is that is not at its home; without its number, a sentence. */
export function awayText(awayName: string, homeName: string, keyNumber?: string): string {
  const desks = { away: awayName, home: homeName };
  return keyNumber === undefined ? t('away', desks) : t('key-away', { keyNumber, ...desks });
}

/** 'Cabinet 2' for a hook 'Cabinet 2 · 14'; null without a cabinet. */
export function cabinetOf(hook: string | null | undefined): string | null {
  return (hook ?? '').split('·').slice(0, -1).join('·').trim() || null;
}
