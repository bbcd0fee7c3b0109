import { describe, expect, it } from 'vitest';
import { sidebarLinks } from './sidebar.tsx';

type Input = Parameters<typeof sidebarLinks>[0];

function labels(role: Input['role'], more: Partial<Input> = {}) {
  const groups = sidebarLinks({ role, home: '/home', ...more });
  return groups.map((links) => links.map(({ label }) => label));
}

const own = ['Notifications', 'Profile', 'About Us'];

describe('the sidebar', () => {
  it('shows an admin the pages for each day, then what runs the campus', () => {
    const pages = ['Home', 'Manage Users', 'Manage Keys', 'View Reports', 'Volunteer Key Return'];
    expect(labels('admin')).toEqual([pages, ['Audit Log', 'Settings'], own]);
  });

  it.each(['faculty', 'security'] as const)('lets %s return keys for others', (role) => {
    expect(labels(role)).toEqual([['Home', 'Volunteer Key Return'], [], own]);
  });

  it('leads at a desk’s computer to no page that needs a code of one’s own', () => {
    expect(labels('security', { atDeskComputer: true })).toEqual([['Home'], [], own]);
  });

  it.each(['operator', 'responder'] as const)('shows %s the common places', (role) => {
    expect(labels(role)).toEqual([['Home'], [], own]);
  });

  it('tells an admin how many people and requests wait', () => {
    const access = { toDecide: 2, hasOwn: false };
    const [pages] = sidebarLinks({ role: 'admin', home: '/home', access, waitingUsers: 3 });
    expect(pages?.slice(1, 3)).toMatchObject([
      { label: 'Manage Users', count: 3 },
      { label: 'Manage Keys', count: 2 },
    ]);
  });

  it('leads an owner to requests, and people to what they may take', () => {
    const access = { toDecide: 2, hasOwn: true };
    const [pages] = sidebarLinks({ role: 'faculty', home: '/home', access });
    expect(pages?.slice(2)).toMatchObject([
      { label: 'Requests', count: 2 },
      { label: 'My access' },
    ]);
  });
});
