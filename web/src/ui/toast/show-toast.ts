export type ToastAction = { label: string; onPress: () => void };

type ToastMessage = {
  tone: 'error' | 'success' | 'info' | 'action';
  text: string;
  /** The subject, such as the shift: a later message about the same one replaces it. */
  about?: string | undefined;
  action?: ToastAction;
  other?: ToastAction | undefined;
};

type ToastHandler = (message: ToastMessage) => void;

const queue: ToastMessage[] = [];
let handler: ToastHandler | null = null;
let onWithdrawn: ((about: string) => void) | null = null;
let onQueued: (() => void) | null = null;
let holders = 0;
const holdListeners = new Set<() => void>();

/** 5 seconds. */
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

/** Holds messages back while they would cover a code; the returned function ends that. */
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

/** 4 seconds; replaces an earlier message `about` the same subject. */
export function showSuccess(text: string, about?: string): void {
  show({ tone: 'success', text, about });
}

/** Stays until the action is taken or it is dismissed. */
export function showOffer(text: string, action: ToastAction): void {
  show({ tone: 'info', text, action });
}

/** A recent event with an action; 20 seconds, unless `about` is withdrawn. */
export function showActionToast(
  text: string,
  action: ToastAction,
  about?: string,
  other?: ToastAction,
): void {
  show({ tone: 'action', text, action, about, other });
}

export function withdrawToast(about: string): void {
  const kept = queue.filter((message) => message.about !== about);
  queue.splice(0, queue.length, ...kept);
  onWithdrawn?.(about);
}

/** Calls back when messages wait for the toaster, which loads lazily. */
export function onFirstToast(listener: () => void): () => void {
  onQueued = listener;
  if (queue.length > 0) listener();
  return () => {
    onQueued = null;
  };
}

/** Passes every message to `next`, queued ones first, and withdrawn subjects to `withdraw`. */
export function receiveToasts(next: ToastHandler, withdraw?: (about: string) => void): () => void {
  handler = next;
  onWithdrawn = withdraw ?? null;
  passOn();
  return () => {
    handler = null;
    onWithdrawn = null;
  };
}
