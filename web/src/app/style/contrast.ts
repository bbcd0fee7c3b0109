type Rgb = readonly [red: number, green: number, blue: number];

const channel = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);

/** An opaque colour as browsers compute it, `rgb(1, 2, 3)`. */
const parse = (colour: string): Rgb => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue];
};

/** How far two colours are apart, as WCAG counts it: 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminance(parse(one)), luminance(parse(other))].sort(
    (a, b) => b - a,
  );
  return (lighter + 0.05) / (darker + 0.05);
};
