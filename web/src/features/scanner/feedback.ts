const VIBRATION: Record<FeedbackKind, number[]> = { success: [60], failure: [120, 80, 120] };

const MAX_DELAY_MS = 1000;

let audio: AudioContext | undefined;

/** Tells the desk without a look at the screen how a scan went; silent where that is impossible. */
export function playFeedback(outcome: FeedbackKind): void {
  if (typeof navigator !== 'undefined') navigator.vibrate?.(VIBRATION[outcome]);
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const context = audio;
  const asked = performance.now();
  // Browsers hold sound back until somebody has pressed something; a late one would mislead.
  context.resume().then(
    () => performance.now() - asked < MAX_DELAY_MS && playResultSound(context, outcome),
    () => undefined,
  );
}

export type FeedbackKind = 'success' | 'failure';

type Tone = { from: number; length: number; hertz: number };

const TONES: Record<FeedbackKind, readonly Tone[]> = {
  success: [
    { from: 0, length: 0.09, hertz: 880 },
    { from: 0.1, length: 0.14, hertz: 1320 },
  ],
  failure: [
    { from: 0, length: 0.16, hertz: 220 },
    { from: 0.22, length: 0.22, hertz: 175 },
  ],
};

/** Plays rising tones for success and low ones for failure, on the given audio context. */
export function playResultSound(context: BaseAudioContext, outcome: FeedbackKind): void {
  for (const { from, length, hertz } of TONES[outcome]) {
    const start = context.currentTime + from;
    const volume = context.createGain();
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.2, start + 0.01);
    volume.gain.linearRampToValueAtTime(0, start + length);
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' });
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
