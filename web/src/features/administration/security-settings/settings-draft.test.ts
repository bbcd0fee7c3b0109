import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  firstGroupWithErrors,
  type SettingsDraft,
  validateSettings,
} from './settings-draft.ts';

function drafted(change: (draft: SettingsDraft) => void): SettingsDraft {
  const draft = structuredClone(defaultSecuritySettings);
  change(draft);
  return draft;
}

describe('a draft of the security settings', () => {
  it('can be saved as the defaults are', () => {
    expect(validateSettings(defaultSecuritySettings)).toEqual({});
  });

  it('names every field that is out of bounds, empty or no whole number', () => {
    const draft = drafted((settings) => {
      settings.passwordPolicy.minLength = 5;
      settings.sessionSettings.sessionTimeout = Number.NaN;
      settings.rateLimiting.loginAttempts = 3.5;
    });
    expect(validateSettings(draft)).toEqual({
      'passwordPolicy.minLength': 'Minimum length must be between 6 and 32',
      'sessionSettings.sessionTimeout': 'Session timeout must be a whole number',
      'rateLimiting.loginAttempts': 'Login attempts must be a whole number',
    });
  });

  it('leads to the first tab with a fault', () => {
    expect(
      firstGroupWithErrors({
        'auditLogging.retentionDays': 'x',
        'sessionSettings.sessionTimeout': 'y',
      }),
    ).toBe('sessionSettings');
    expect(firstGroupWithErrors({})).toBeNull();
  });
});

describe('the bounds of a setting', () => {
  it.each([
    ['passwordPolicy', 'minLength', 6, 32],
    ['passwordPolicy', 'maxAge', 30, 365],
    ['sessionSettings', 'maxSessionDuration', 1, 168],
    ['sessionSettings', 'maxConcurrentSessions', 1, 10],
    ['sessionSettings', 'sessionTimeout', 5, 120],
    ['rateLimiting', 'loginAttempts', 3, 10],
    ['rateLimiting', 'lockoutDuration', 5, 60],
    ['rateLimiting', 'apiRequestsPerMinute', 10, 1000],
    ['auditLogging', 'retentionDays', 7, 365],
  ] as const)('of %s.%s are %i and %i', (group, name, min, max) => {
    expect(boundsOf(group, name)).toEqual({ min, max });
  });
});
