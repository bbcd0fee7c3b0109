import { Dialog as Base } from '@base-ui/react/dialog';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/forms';
import { X } from 'lucide-react';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useBackCloses } from '../lib/overlay-history.ts';
import { UnsavedForms } from '../lib/unsaved.ts';
import { Button, iconButtonClassName } from './button.tsx';

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
  /** Only a button closes it: no outside click, no Escape. */
  modal?: boolean;
  /** Closing would lose something besides unsaved forms. */
  unsaved?: boolean;
  /** For when closing alone would keep it. */
  onDiscard?: () => void;
  wide?: boolean;
  /** What has just happened: its main button is as wide as itself, and closes it. */
  sheet?: boolean;
  /** Scrollable content without focusable elements must be focusable itself. */
  long?: boolean;
  /** Comes before the title. The class applies to the dialog, to arrange both. */
  banner?: { content: ReactNode; className: string };
  /** The address has its state, so Back closes it anyway. */
  inAddress?: boolean;
  popup?: Pick<
    ComponentProps<typeof Base.Popup>,
    'onPointerMove' | 'onPointerLeave' | 'onKeyDown'
  > & { initialFocus?: InitialFocus; finalFocus?: () => boolean };
};

type InitialFocus = RefObject<HTMLElement | null> | (() => HTMLElement | true | null);

const popupClassName =
  'fixed z-50 flex flex-col bg-raised text-ink shadow-float outline-none transition duration-200 ease-out-soft ' +
  'inset-x-0 bottom-0 max-h-[min(92dvh,calc(100dvh-var(--toasts,0px)))] overflow-y-auto overscroll-contain rounded-t-sheet border-t border-line pb-[env(safe-area-inset-bottom)] ' +
  'data-starting-style:translate-y-full data-ending-style:translate-y-full ' +
  'sm:inset-auto sm:top-[calc(50%+var(--toasts,0px)/2)] sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 ' +
  'sm:rounded-sheet sm:border sm:data-starting-style:scale-97 sm:data-starting-style:opacity-0 sm:data-ending-style:scale-97 sm:data-ending-style:opacity-0 ' +
  'sm:data-starting-style:-translate-y-1/2 sm:data-ending-style:-translate-y-1/2';

const widths = {
  wide: 'sm:w-[min(46rem,calc(100vw-3rem))]',
  medium: 'sm:w-[min(30rem,calc(100vw-3rem))]',
  sheet: 'sm:w-[min(27.5rem,calc(100vw-3rem))]',
};

const actionsClassName =
  'flex flex-col-reverse gap-2 border-t border-line px-5 py-4 sm:flex-row sm:justify-end';

// Text buttons at the edge have room of their own.
const sheetActionsClassName =
  'flex flex-col gap-2 px-5 pb-3 empty:hidden has-[>button:last-child,>:empty:last-child]:pb-5';

/**
 * A sheet from below on a phone, centred on wider screens. Back closes it. With unsaved input, an
 * outside click does nothing, and Escape and Back ask first.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  modal = false,
  unsaved = false,
  onDiscard = onClose,
  wide = false,
  sheet = false,
  long = false,
  banner,
  inAddress = false,
  popup,
}: DialogProps) {
  const [forms] = useState(() => new Set<string>());
  const [asking, setAsking] = useState(false);
  if (asking && !open) setAsking(false);
  const isUnsaved = () => unsaved || forms.size > 0;
  const closeOrAsk = () => (isUnsaved() ? setAsking(true) : onClose());
  useBackCloses(open && !inAddress, closeOrAsk);
  const { element, isTopmost, finalFocus } = useFinalFocus(open, popup);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={modal}
      onOpenChange={(next, details) => {
        if (next) return;
        // For a moment after this dialog has opened, the focus is still in the one below.
        if (details.reason === 'escape-key' && (modal || !isTopmost())) details.cancel();
        else if (details.reason === 'escape-key') closeOrAsk();
        else if (details.reason === 'outside-press' && isUnsaved()) details.cancel();
        else onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          {...popup}
          ref={element}
          finalFocus={finalFocus}
          className={`${popupClassName} ${widths[wide ? 'wide' : sheet ? 'sheet' : 'medium']} ${banner?.className ?? ''}`}
        >
          {banner?.content}
          <div className="flex items-start gap-3 px-5 pt-5 pb-3">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-xl font-semibold text-balance">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 wrap-anywhere text-muted">
                  {description}
                </Base.Description>
              )}
            </div>
            {!modal && !sheet && (
              <Base.Close
                aria-label={actionText('close')}
                className={`${iconButtonClassName} -mt-2 -me-2`}
              >
                <X />
              </Base.Close>
            )}
          </div>
          {/* It shrinks at most to this height; below it the whole dialog scrolls. */}
          <div className="flex h-[min(9rem,40dvh)] flex-[1_1_content] flex-col">
            <div
              {...(long && { tabIndex: 0 })}
              className="min-h-0 overflow-y-auto px-5 pb-5 focus-visible:-outline-offset-2"
            >
              <UnsavedForms value={forms}>{children}</UnsavedForms>
            </div>
          </div>
          {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onDiscard} />}
          {actions && (
            <div className={sheet ? sheetActionsClassName : actionsClassName}>{actions}</div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

type DiscardQuestionProps = { onKeep: () => void; onDiscard: () => void };

function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onKeep}
      title={t('discard-question')}
      popup={{ initialFocus: keep }}
      actions={
        <>
          <Button variant="secondary" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button ref={keep} onClick={onKeep}>
            {t('keep-editing')}
          </Button>
        </>
      }
    >
      {t('not-saved')}
    </Dialog>
  );
}

type OpenDialog = { element: HTMLElement | null; initialFocus: InitialFocus | undefined };

/** In the order in which they were opened. */
const openDialogs: OpenDialog[] = [];

/**
 * Where the focus goes after closing. A dialog that opened since could not take the focus and
 * gets it now; otherwise it returns to where it was, unless it has moved.
 */
function useFinalFocus(open: boolean, { initialFocus, finalFocus }: DialogProps['popup'] = {}) {
  const element = useRef<HTMLDivElement>(null);
  const own = useRef<OpenDialog>({ element: null, initialFocus });
  const below = useRef<readonly OpenDialog[]>([]);
  useLayoutEffect(() => {
    own.current.element = element.current;
    own.current.initialFocus = initialFocus;
  });
  useLayoutEffect(() => {
    if (!open) return;
    const dialog = own.current;
    below.current = [...openDialogs];
    openDialogs.push(dialog);
    return () => void openDialogs.splice(openDialogs.indexOf(dialog), 1);
  }, [open]);
  return {
    element,
    isTopmost: () => openDialogs.at(-1) === own.current,
    finalFocus: () => {
      const active = document.activeElement;
      const later = openDialogs.findLast((dialog) => !below.current.includes(dialog));
      if (later) return later.element?.contains(active) ? false : firstFocusOf(later);
      if (finalFocus) return finalFocus();
      return active === null || active === document.body || element.current?.contains(active);
    },
  };
}

function firstFocusOf({ element, initialFocus }: OpenDialog): HTMLElement | false {
  const first = typeof initialFocus === 'function' ? initialFocus() : initialFocus?.current;
  return (first === true ? element : first) ?? element ?? false;
}
