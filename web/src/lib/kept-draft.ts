import { session } from './session.ts';
import { storedDraft } from './storage.ts';

type KeptDraft<Draft> = { opened: Draft; draft: Draft };

/** Keeps a form's draft for when the same person opens it again in this tab. */
export function keepDraft<Draft>(name: string, kept: KeptDraft<Draft>): void {
  store({ ...ownDrafts(), [name]: kept });
}

/** The signed-in person's draft of this form, or null. */
export function keptDraft<Draft>(name: string): KeptDraft<Draft> | null {
  return (ownDrafts()[name] as KeptDraft<Draft> | undefined) ?? null;
}

/** Call when a form was saved or closed. */
export function forgetDraft(name: string): void {
  const { [name]: _, ...others } = ownDrafts();
  store(others);
}

type Drafts = Readonly<Record<string, unknown>>;

function ownDrafts(): Drafts {
  try {
    const kept = JSON.parse(storedDraft.read() ?? 'null');
    return (kept?.userId === session.get().user?.id && kept?.forms) || {};
  } catch {
    return {};
  }
}

function store(forms: Drafts): void {
  const userId = session.get().user?.id;
  if (!userId) return;
  if (Object.keys(forms).length === 0) storedDraft.clear();
  else storedDraft.write(JSON.stringify({ userId, forms }));
}
