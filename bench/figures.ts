/** A rate in whole numbers, with separators. */
export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`;

export const inMs = (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

export const times = (ratio: number): string => `${ratio.toFixed(2)}×`;

export const inKb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** The value below which this share of the values lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);
