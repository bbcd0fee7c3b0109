export type Outcome = 'success' | 'failure';

type Tone = { from: number; length: number; hertz: number };

const TONES: Record<Outcome, readonly Tone[]> = {
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
export function soundResult(context: BaseAudioContext, outcome: Outcome): void {
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
