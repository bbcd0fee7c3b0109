import type { Campus } from '@keydesk/shared/campus/campus';
import { type ApiResponse, api, callForResponse } from './api.ts';
import { storedCampus } from './storage.ts';
import { createStore } from './store.ts';

const campus = createStore<Campus | null>(readStored());

/**
 * The lists of the campus and its desks, kept current by live events; null until they are known. What
 * was known before is shown at once, and without a network.
 */
export function useCampus(): Campus | null {
  return campus.use();
}

/** The same at this moment. */
export function knownCampus(): Campus | null {
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
