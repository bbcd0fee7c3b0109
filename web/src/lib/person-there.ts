/** For this long after a person's last act, what a page reads may be because of it. */
const effectOfAct = 30_000;

const acts = ['pointerdown', 'keydown', 'wheel'] as const;

/** Opening a page is an act, too. */
let lastAct = performance.now();

const note = (): void => {
  lastAct = performance.now();
};

if (typeof window !== 'undefined') {
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') note();
  });
}

/** Whether a person has just done something with this page; otherwise it reads by itself. */
export const isPersonThere = (): boolean => performance.now() - lastAct <= effectOfAct;
