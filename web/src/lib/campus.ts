import { type Campus, type CampusList, type Desk, labelIn } from '@keydesk/shared/campus/campus';
import type { Key, StorageLocation } from '@keydesk/shared/keys/key';
import { awayText, cabinetOf, isListedAt, recordedElsewhere } from '@keydesk/shared/keys/key-place';
import { t } from '@keydesk/shared/texts/en/places';
import { useMemo } from 'react';
import { type ApiResponse, api, callForResponse } from './api.ts';
import { useDeskComputer } from './session.ts';
import { storedCampus, storedDesk } from './storage.ts';
import { createStore } from './store.ts';

const campus = createStore<Campus | null>(readStored());

/**
 * The lists and desks of the campus, kept current by live events; null until loaded. The stored
 * ones are shown at once, also offline.
 */
export function useCampus(): Campus | null {
  return campus.use();
}

/** Names an entry as the campus's list does. */
export function useEntryLabel(list: CampusList): (code: string) => string {
  const entries = useCampus()?.[list] ?? [];
  return (code) => labelIn(entries, code);
}

export function knownCampusVersion(): string | undefined {
  return campus.get()?.version;
}

/** A failure changes nothing. Resolves to whether the read succeeded. */
export async function loadCampus(): Promise<boolean> {
  const known = campus.get();
  const response = await callForResponse(api.getCampus, {
    ifNoneMatch: known ? `"${known.version}"` : undefined,
  }).catch(() => null);
  if (!response || response.status === 304) return response !== null;
  const { data } = (await response.json()) as ApiResponse<typeof api.getCampus>;
  setCampus(data);
  return true;
}

export function setCampus(changed: Campus): void {
  campus.set(changed);
  storedCampus.write(JSON.stringify(changed));
}

/** Call after a sign-out. */
export function forgetCampus(): void {
  campus.set(null);
  storedCampus.clear();
}

function readStored(): Campus | null {
  try {
    return JSON.parse(storedCampus.read() ?? 'null') as Campus | null;
  } catch {
    return null;
  }
}

/** The department that an address names, if it exists; any name until the campus is loaded. */
export function parseDepartment(
  name: unknown,
  known: readonly string[] | undefined,
): string | undefined {
  return typeof name === 'string' && (known?.includes(name) ?? true) ? name : undefined;
}

export type Desks = {
  active: readonly Desk[];
  /** The desk of this browser: where it is enrolled, else the chosen one; null without either. */
  here: Desk | null;
};

const chosenDesk = createStore<string | null>(storedDesk.read());

/** Null with fewer than two active desks, where no screen mentions desks. */
export function useDesks(): Desks | null {
  const all = useCampus()?.desks;
  const chosenId = chosenDesk.use();
  const hereId = useDeskComputer()?.desk.id ?? chosenId;
  return useMemo(() => (all ? toDesks(all, hereId) : null), [all, hereId]);
}

export function toDesks(all: readonly Desk[], hereId: string | null): Desks | null {
  const active = all.filter(({ retired }) => !retired);
  return active.length < 2 ? null : { active, here: deskIn(active, hereId) };
}

function deskIn(desks: readonly Desk[], id: string | null | undefined): Desk | null {
  return desks.find((desk) => desk.id === id) ?? null;
}

/** The desk chosen in this browser, for calls; the server knows an enrolled computer's. */
export function chosenDeskId(): string | undefined {
  return chosenDesk.get() ?? undefined;
}

/** Stores this browser's desk; '' for none. */
export function chooseDesk(id: string): void {
  chosenDesk.set(id || null);
  if (id) storedDesk.write(id);
  else storedDesk.clear();
}

/** The active desk to which a key belongs; null if there is none. */
export function homeOf({ deskId }: StorageLocation, { active }: Desks): Desk | null {
  return deskIn(active, deskId);
}

/** The present desk and the home of a key that is away; null if it is not. */
export function awayFrom(
  place: StorageLocation,
  desks: Desks,
): { currentDesk: Desk; home: Desk } | null {
  const [currentDesk, home] = [deskIn(desks.active, place.awayDeskId), homeOf(place, desks)];
  return currentDesk && home && { currentDesk, home };
}

/** The home of a key that belongs to another desk; null if it belongs here. */
export function homeElsewhere(place: StorageLocation, desks: Desks): Desk | null {
  const home = homeOf(place, desks);
  return awayFrom(place, desks) || (desks.here && desks.here !== home) ? home : null;
}

/** The name of the other desk where a key is recorded to be; null if at none. */
export function recordedDeskName(place: StorageLocation, { active, here }: Desks): string | null {
  return recordedElsewhere(place, active, here?.id)?.deskName ?? null;
}

/** Keys that belong here, are here, or have no home. */
export function keysHere(keys: readonly Key[], { active, here }: Desks): readonly Key[] {
  return here ? keys.filter((key) => isListedAt(key, active, here.id)) : keys;
}

/** The retired desk to which a key belonged: its hook is no longer usable. */
export function retiredHomeOf({ deskId }: StorageLocation): Desk | null {
  return campus.get()?.desks.find(({ id, retired }) => retired && id === deskId) ?? null;
}

/** The other desk where a key rests; null if it is here, or if its place is unknown. */
export function restsAtOtherDesk(place: StorageLocation, desks: Desks | null): Desk | null {
  const at = desks && (deskIn(desks.active, place.awayDeskId) ?? homeOf(place, desks));
  return at === desks?.here ? null : at;
}

/** Where a key is; '' if unknown. */
export function storageLocationText(place: StorageLocation, desks: Desks | null): string {
  const retired = retiredHomeOf(place);
  if (retired) return t('home-retired', retired);
  const away = desks && awayFrom(place, desks);
  if (away) return awayText(away.currentDesk.name, away.home.name);
  const home = desks && homeOf(place, desks);
  const elsewhere = home === desks?.here ? null : home;
  return [elsewhere?.name, place.hook && hookText(place.hook)].filter(Boolean).join(' · ');
}

/** 'Cabinet 2, hook 14' for a hook 'Cabinet 2 · 14', which no line divides. */
export function hookText(hook: string): string {
  const cabinet = cabinetOf(hook);
  const text = cabinet
    ? t('hook-in-cabinet', { cabinet, hook: hook.slice(hook.lastIndexOf('·') + 1).trim() })
    : hook;
  return text.replaceAll(' ', '\u00a0');
}
