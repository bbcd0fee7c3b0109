import { type Outcome, soundResult } from './result-sound.ts';

const VIBRATION: Record<Outcome, number[]> = { success: [60], failure: [120, 80, 120] };

const LATEST_MS = 1000;

let audio: AudioContext | undefined;

/** Tells the desk without a look at the screen how a scan went; silent where that is impossible. */
export function announceResult(outcome: Outcome): void {
  if (typeof navigator !== 'undefined') navigator.vibrate?.(VIBRATION[outcome]);
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const context = audio;
  const asked = performance.now();
  // Browsers hold sound back until somebody has pressed something; a late one would mislead.
  context.resume().then(
    () => performance.now() - asked < LATEST_MS && soundResult(context, outcome),
    () => undefined,
  );
}
