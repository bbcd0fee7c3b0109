/** The expiry text of spec §5, without its 'Invalid QR code: ' prefix. */
export function expiredMessage(ageSeconds: number, maxSeconds: number): string {
  return `QR code is expired (${ageSeconds} seconds old, max ${maxSeconds} seconds)`;
}

/**
 * Why a code's own timestamp refuses it at `now`, or null. A missing timestamp is allowed (spec §5);
 * one that lies further ahead than the validity window is no timestamp of ours.
 */
export function timestampError(
  timestamp: Date | null,
  now: Date,
  validitySeconds: number,
): string | null {
  if (!timestamp) return null;
  const ageSeconds = Math.floor((now.getTime() - timestamp.getTime()) / 1000);
  if (ageSeconds < -validitySeconds) return 'QR timestamp is invalid';
  return ageSeconds > validitySeconds ? expiredMessage(ageSeconds, validitySeconds) : null;
}
