import { session } from './session.ts';
import { storedDraft } from './storage.ts';

type KeptDraft<Draft> = { opened: Draft; draft: Draft };

/** Keeps what was typed into a form, for when the same person opens it again in this tab. */
export function keepDraft<Draft>(name: string, kept: KeptDraft<Draft>): void {
  const userId = session.get().user?.id;
  if (userId) storedDraft.write(JSON.stringify({ name, userId, ...kept }));
}

/** What the signed-in person had typed into this form when their session ended, or null. */
export function keptDraft<Draft>(name: string): KeptDraft<Draft> | null {
  try {
    const kept = JSON.parse(storedDraft.read() ?? 'null');
    return kept?.name === name && kept.userId === session.get().user?.id ? kept : null;
  } catch {
    return null;
  }
}

/** To be called when a form was saved or closed. */
export function forgetDraft(): void {
  storedDraft.clear();
}
