type ToastAction = { label: string; onPress: () => void };

/** A message shown over the page. */
type ToastMessage = {
  tone: 'error' | 'success' | 'info' | 'action';
  text: string;
  action?: ToastAction;
};

type ToastHandler = (message: ToastMessage) => void;

const queue: ToastMessage[] = [];
let handler: ToastHandler | null = null;
let onQueued: (() => void) | null = null;

/** A red toast, 5 s. */
export function showError(text: string): void {
  show({ tone: 'error', text });
}

function show(message: ToastMessage): void {
  if (handler) handler(message);
  else {
    queue.push(message);
    onQueued?.();
  }
}

/** A green toast, 4 s. */
export function showSuccess(text: string): void {
  show({ tone: 'success', text });
}

/** A message with an action; stays until the action is taken or it is dismissed. */
export function showOffer(text: string, action: ToastAction): void {
  show({ tone: 'info', text, action });
}

/** Something that has just happened, with what can be done about it; 20 s. */
export function showActionToast(text: string, action: ToastAction): void {
  show({ tone: 'action', text, action });
}

/** Calls back when messages are waiting for the toaster, which is loaded lazily. */
export function onFirstToast(listener: () => void): () => void {
  onQueued = listener;
  if (queue.length > 0) listener();
  return () => {
    onQueued = null;
  };
}

/** Passes every message to `next`, those in the queue first. */
export function receiveToasts(next: ToastHandler): () => void {
  handler = next;
  for (const message of queue.splice(0)) next(message);
  return () => {
    handler = null;
  };
}
