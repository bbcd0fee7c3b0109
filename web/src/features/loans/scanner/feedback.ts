const vibrationPatterns: Record<FeedbackKind, number[]> = {
  success: [60],
  failure: [120, 80, 120],
};

const maxDelayMs = 1000;

let audio: AudioContext | undefined;

export function playFeedback(outcome: FeedbackKind): void {
  if (typeof navigator !== 'undefined') navigator.vibrate?.(vibrationPatterns[outcome]);
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  const context = audio;
  const requestedAt = performance.now();
  // Browsers block sound until the first user gesture; a late one would mislead.
  context.resume().then(
    () => performance.now() - requestedAt < maxDelayMs && playResultSound(context, outcome),
    () => undefined,
  );
}

export type FeedbackKind = 'success' | 'failure';

type Tone = { from: number; length: number; hertz: number };

const toneSequences: Record<FeedbackKind, readonly Tone[]> = {
  success: [
    { from: 0, length: 0.09, hertz: 880 },
    { from: 0.1, length: 0.14, hertz: 1320 },
  ],
  failure: [
    { from: 0, length: 0.16, hertz: 220 },
    { from: 0.22, length: 0.22, hertz: 175 },
  ],
};

export function playResultSound(context: BaseAudioContext, outcome: FeedbackKind): void {
  for (const { from, length, hertz } of toneSequences[outcome]) {
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
