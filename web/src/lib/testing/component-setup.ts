import { deviceTimezone } from '@keydesk/shared/core/dates';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { receiveToasts } from '../../ui/toast/show-toast.ts';
import { forgetCampus } from '../campus.ts';
import { campusTimezone } from '../format.ts';
import { updateConnection } from '../live/connection.ts';

configure({
  // As patient with a busy machine as the other tests.
  asyncUtilTimeout: 20_000,
  // The whole page in every message would hide what was expected.
  getElementError: (message) => new Error(message ?? 'Not found'),
});

// Test files share their modules, and Testing Library registers its own hooks only once.
beforeEach(() => {
  // An answer to the file before may have come late, or none at all.
  forgetCampus();
  updateConnection({ deviceOnline: true, serverAnswers: true });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  campusTimezone.set(deviceTimezone);
  // A message that no toaster showed would be shown by that of the next file.
  receiveToasts(() => undefined)();
});
