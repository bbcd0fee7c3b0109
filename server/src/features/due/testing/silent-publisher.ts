import type { Publisher } from '../../../core/live/publisher.ts';

/** Tells nobody. */
export const silentPublisher: Publisher = {
  keysChanged: () => undefined,
  handedOver: () => undefined,
  codeRefused: () => undefined,
  codeIssued: () => undefined,
  codesVoided: () => undefined,
  notified: () => undefined,
  unreadChanged: () => undefined,
  keyListChanged: () => undefined,
  sessionEnded: () => undefined,
  personChanged: () => undefined,
  settingsChanged: () => undefined,
  campusChanged: () => undefined,
};
