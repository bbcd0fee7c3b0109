export type ToastAction = { label: string; onPress: () => void };

/** A message shown over the page. */
type ToastMessage = {
  tone: 'error' | 'success' | 'info' | 'action';
  text: string;
  /** What it is about, such as the duty: a later message about the same replaces it. */
  about?: string | undefined;
  action?: ToastAction;
  /** What can be done instead. */
  other?: ToastAction | undefined;
};

type ToastHandler = (message: ToastMessage) => void;

const queue: ToastMessage[] = [];
let handler: ToastHandler | null = null;
let onWithdrawn: ((about: string) => void) | null = null;
let onQueued: (() => void) | null = null;
let holders = 0;
const holdListeners = new Set<() => void>();

/** A red toast, 5 s. */
export function showError(text: string): void {
  show({ tone: 'error', text });
}

function show(message: ToastMessage): void {
  queue.push(message);
  onQueued?.();
  passOn();
}

function passOn(): void {
  if (!handler || areToastsHeld()) return;
  for (const message of queue.splice(0)) handler(message);
}

/** Keeps messages back, as long as a code is shown that they would cover; returns how to end that. */
export function holdToasts(): () => void {
  changeHolders(1);
  return () => changeHolders(-1);
}

function changeHolders(by: 1 | -1): void {
  holders += by;
  for (const listener of holdListeners) listener();
  passOn();
}

export function areToastsHeld(): boolean {
  return holders > 0;
}

export function onToastsHeld(listener: () => void): () => void {
  holdListeners.add(listener);
  return () => holdListeners.delete(listener);
}

/** A green toast, 4 s; it replaces an earlier one that is `about` the same. */
export function showSuccess(text: string, about?: string): void {
  show({ tone: 'success', text, about });
}

/** A message with an action; stays until the action is taken or it is dismissed. */
export function showOffer(text: string, action: ToastAction): void {
  show({ tone: 'info', text, action });
}

/**
 * Something that has just happened, with what can be done about it; 20 s, unless what it is `about`
 * is withdrawn.
 */
export function showActionToast(
  text: string,
  action: ToastAction,
  about?: string,
  other?: ToastAction,
): void {
  show({ tone: 'action', text, action, about, other });
}

/** Takes the message about this away, because it does not hold any more. */
export function withdrawToast(about: string): void {
  const kept = queue.filter((message) => message.about !== about);
  queue.splice(0, queue.length, ...kept);
  onWithdrawn?.(about);
}

/** Calls back when messages are waiting for the toaster, which is loaded lazily. */
export function onFirstToast(listener: () => void): () => void {
  onQueued = listener;
  if (queue.length > 0) listener();
  return () => {
    onQueued = null;
  };
}

/** Passes every message to `next`, those in the queue first, and to `withdraw` what goes again. */
export function receiveToasts(next: ToastHandler, withdraw?: (about: string) => void): () => void {
  handler = next;
  onWithdrawn = withdraw ?? null;
  passOn();
  return () => {
    handler = null;
    onWithdrawn = null;
  };
}
