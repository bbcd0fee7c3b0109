type Simulation = { handOuts: number; refused: number; needApproval: number };

/** What a rule would have changed: 'Of the 412 hand-outs of the last 30 days 7 would have …' */
export function simulationText({ handOuts, refused, needApproval }: Simulation): string {
  if (handOuts === 0) return 'There were no hand-outs in the last 30 days.';
  const all = handOuts === 1 ? 'the 1 hand-out' : `the ${handOuts} hand-outs`;
  return `Of ${all} of the last 30 days ${refused} would have been refused and ${needApproval} would have needed approval.`;
}
