/** Steps that people count in. */
const steps = [1, 2, 5];

const stepFor = (most: number, lines: number): number => {
  for (let power = 1; ; power *= 10)
    for (const step of steps) if (step * power * lines >= most) return step * power;
};

/** The upper end of an axis that reaches `most`, and the round values at its grid lines. */
export const scaleFor = (most: number): { top: number; ticks: number[] } => {
  const step = stepFor(most, 4);
  const count = Math.max(1, Math.ceil(most / step));
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  };
};
