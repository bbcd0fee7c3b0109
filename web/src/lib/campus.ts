import type { Campus, Desk } from '@keydesk/shared/campus/campus';
import type { Key, StorageLocation } from '@keydesk/shared/keys/key';
import { awayText, isListedAt, recordedElsewhere } from '@keydesk/shared/keys/key-place';
import { t } from '@keydesk/shared/texts/en/places';
import { useMemo } from 'react';
import { type ApiResponse, api, callForResponse } from './api.ts';
import { useDeskComputer } from './session.ts';
import { storedCampus, storedDesk } from './storage.ts';
import { createStore } from './store.ts';

const campus = createStore<Campus | null>(readStored());

/**
 * The lists of the campus and its desks, kept current by live events; null until they are known.
 * What was known before is shown at once, and without a network.
 */
export function useCampus(): Campus | null {
  return campus.use();
}

/** Which version of the campus is shown. */
export function knownCampusVersion(): string | undefined {
  return campus.get()?.version;
}

/** The same at this moment. */
function knownCampus(): Campus | null {
  return campus.get();
}

/**
 * Reads the campus again; the server does not send an unchanged one. A failure changes nothing.
 * Resolves to whether it was read.
 */
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

/** Shows what a change of the campus was answered with. */
export function setCampus(changed: Campus): void {
  campus.set(changed);
  storedCampus.write(JSON.stringify(changed));
}

/** To be called when nobody is signed in any more. */
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

/** The department that an address names, if it exists; any until the campus is known. */
export function parseDepartment(
  name: unknown,
  known: readonly string[] | undefined,
): string | undefined {
  return typeof name === 'string' && (known?.includes(name) ?? true) ? name : undefined;
}

/** The desks of a campus that has several. */
export type Desks = {
  /** Those in use, in order. */
  active: readonly Desk[];
  /** Where this browser stands: where it is enrolled, else where somebody said; null if nobody has. */
  here: Desk | null;
};

const chosenDesk = createStore<string | null>(storedDesk.read());

/** The desks; null with one in use or none, when no screen speaks of desks. */
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

/** The desk that was chosen in this browser, for calls; an enrolled computer's is known by itself. */
export function chosenDeskId(): string | undefined {
  return chosenDesk.get() ?? undefined;
}

/** Remembers in this browser at which desk it stands; an empty id for none. */
export function chooseDesk(id: string): void {
  chosenDesk.set(id || null);
  if (id) storedDesk.write(id);
  else storedDesk.clear();
}

/** The desk that is a key's home; null if it has none in use. */
export function homeOf({ deskId }: StorageLocation, { active }: Desks): Desk | null {
  return deskIn(active, deskId);
}

/** At which desk a key is that is away from its home; null if it is not away. */
export function awayFrom(
  spot: StorageLocation,
  desks: Desks,
): { currentDesk: Desk; home: Desk } | null {
  const [currentDesk, home] = [deskIn(desks.active, spot.awayDeskId), homeOf(spot, desks)];
  return currentDesk && home && { currentDesk, home };
}

/** The home of a key that belongs to another desk than this one; null if it belongs here. */
export function homeElsewhere(spot: StorageLocation, desks: Desks): Desk | null {
  const home = homeOf(spot, desks);
  return awayFrom(spot, desks) || (desks.here && desks.here !== home) ? home : null;
}

/** 'hangs at North Desk', of a key that belongs to another desk than this one; null if it does not. */
export function recordedPlaceText(spot: StorageLocation, { active, here }: Desks): string | null {
  const recorded = recordedElsewhere(spot, active, here?.id);
  return recorded && `${recorded.verb} at ${recorded.deskName}`;
}

/** The keys whose home is here, that lie here, or that have no home. */
export function keysHere(keys: readonly Key[], { active, here }: Desks): readonly Key[] {
  return here ? keys.filter((key) => isListedAt(key, active, here.id)) : keys;
}

/** The desk that was a key's home and is not in use any more: its hook is no place to hang it. */
export function retiredHomeOf({ deskId }: StorageLocation): Desk | null {
  return knownCampus()?.desks.find(({ id, retired }) => retired && id === deskId) ?? null;
}

/** The other desk where a key is that nobody has; null if it is here, or nobody knows where. */
export function restsAtOtherDesk(spot: StorageLocation, desks: Desks | null): Desk | null {
  const at = desks && (deskIn(desks.active, spot.awayDeskId) ?? homeOf(spot, desks));
  return at === desks?.here ? null : at;
}

/** Where a key hangs or lies, in words; empty if there is nothing to say. */
export function storageLocationText(spot: StorageLocation, desks: Desks | null): string {
  const retired = retiredHomeOf(spot);
  if (retired) return t('home-retired', retired);
  const away = desks && awayFrom(spot, desks);
  if (away) return awayText(away.currentDesk.name, away.home.name);
  const home = desks && homeOf(spot, desks);
  const elsewhere = home === desks?.here ? null : home;
  return [elsewhere?.name, spot.hook].filter(Boolean).join(' · ');
}
