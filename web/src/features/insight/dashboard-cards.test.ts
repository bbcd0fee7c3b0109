import { describe, expect, it } from 'vitest';
import { roleDistribution } from './admin-dashboard.tsx';

describe('the role distribution', () => {
  it('shows operators as Security, responders as Faculty and admins as Admins', () => {
    expect(
      roleDistribution({
        admin: 2,
        security: 3,
        operator: 1,
        faculty: 30,
        responder: 2,
        pending: 5,
      }),
    ).toEqual([
      { label: 'Faculty', count: 32 },
      { label: 'Pending', count: 5 },
      { label: 'Security', count: 4 },
      { label: 'Admins', count: 2 },
    ]);
  });

  it('leaves out roles that nobody has', () => {
    expect(roleDistribution({ admin: 1, security: 0 })).toEqual([{ label: 'Admins', count: 1 }]);
  });
});
