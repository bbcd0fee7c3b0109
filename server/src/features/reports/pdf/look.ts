/** Colours and measures of the page, in points; the web's light theme on paper. */
export const look = {
  ink: '#1b2733',
  muted: '#5a6875',
  line: '#d5dde3',
  accent: '#0b5d75',
  accentSoft: '#e0eff4',
  stripe: '#f6f9fa',
  textSize: 9,
  contentWidth: 515,
} as const;
