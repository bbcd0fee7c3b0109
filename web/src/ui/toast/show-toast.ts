type ToastAction = { label: string; onPress: () => void };

/** A message over the page. */
type ToastMessage = {
  tone: 'error' | 'success' | 'info';
  text: string;
  action?: ToastAction;
};

type Sink = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let sink: Sink | null = null;
let notifyWaiting: (() => void) | null = null;

/** A red toast, 5 s. */
export function showError(text: string): void {
  show({ tone: 'error', text });
}

function show(message: ToastMessage): void {
  if (sink) sink(message);
  else {
    waiting.push(message);
    notifyWaiting?.();
  }
}

/** A green toast, 4 s. */
export function showSuccess(text: string): void {
  show({ tone: 'success', text });
}

/** Something that can be done about it; stays until it is done or dismissed. */
export function showOffer(text: string, action: ToastAction): void {
  show({ tone: 'info', text, action });
}

/** Calls back once a message waits, so that the toaster is loaded only when there is one. */
export function onFirstToast(listener: () => void): () => void {
  notifyWaiting = listener;
  if (waiting.length > 0) listener();
  return () => {
    notifyWaiting = null;
  };
}

/** Hands every message, the waiting ones first, to `next`. */
export function receiveToasts(next: Sink): () => void {
  sink = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    sink = null;
  };
}
