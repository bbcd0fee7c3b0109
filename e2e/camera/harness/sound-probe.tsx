import { useState } from 'react';
import { type Outcome, soundResult } from '../../../web/src/features/scanner/result-sound.ts';

/** Renders a result's sound off line and tells its mean pitch in hertz. */
export function SoundProbe() {
  const [heard, setHeard] = useState('');
  const hear = async (outcome: Outcome) => {
    const context = new OfflineAudioContext(1, 24_000, 48_000);
    soundResult(context, outcome);
    const samples = (await context.startRendering()).getChannelData(0);
    setHeard(`${outcome}: ${Math.round(pitchOf(samples))}`);
  };
  return (
    <section>
      <button type="button" onClick={() => hear('success')}>
        Hear success
      </button>
      <button type="button" onClick={() => hear('failure')}>
        Hear failure
      </button>
      <p data-testid="heard">{heard}</p>
    </section>
  );
}

function pitchOf(samples: Float32Array): number {
  const audible = samples.filter((sample) => Math.abs(sample) > 0.001);
  const crossings = audible.filter((sample, index) => sample >= 0 && (audible[index - 1] ?? 0) < 0);
  return audible.length === 0 ? 0 : (crossings.length * 48_000) / audible.length;
}
