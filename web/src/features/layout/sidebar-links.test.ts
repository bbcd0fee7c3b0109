import { describe, expect, it } from 'vitest';
import { sidebarLinks } from './sidebar.tsx';

function labels(role: Parameters<typeof sidebarLinks>[0]) {
  return sidebarLinks(role, '/home').map((link) => link.label);
}

describe('the sidebar', () => {
  it('shows the admin everything', () => {
    expect(labels('admin')).toEqual([
      'Home',
      'Volunteer Key Return',
      'Count',
      'Manage Users',
      'Manage Keys',
      'Reported keys',
      'Campus',
      'Access',
      'View Reports',
      'Audit Log',
      'System',
      'Notifications',
      'Profile',
      'About Us',
    ]);
  });

  it.each([
    ['faculty', []],
    ['security', ['Count']],
  ] as const)('lets %s return keys for others', (role, more) => {
    expect(labels(role)).toEqual([
      'Home',
      'Volunteer Key Return',
      ...more,
      'Notifications',
      'Profile',
      'About Us',
    ]);
  });

  it('leads at a desk’s computer to no page that needs a code of one’s own', () => {
    const links = sidebarLinks('security', '/home', undefined, 0, true);
    expect(links.map(({ label }) => label)).not.toContain('Volunteer Key Return');
  });

  it.each(['operator', 'responder'] as const)('shows %s the common places', (role) => {
    expect(labels(role)).toEqual(['Home', 'Notifications', 'Profile', 'About Us']);
  });

  it('tells an admin how many people wait to be accepted', () => {
    const waiting = { toDecide: null, hasOwn: false };
    expect(sidebarLinks('admin', '/home', waiting, 3)[3]).toMatchObject({
      label: 'Manage Users',
      count: 3,
    });
  });

  it('leads to what one decides about and what one may take, if that concerns the person', () => {
    const links = sidebarLinks('faculty', '/home', { toDecide: 2, hasOwn: true });
    expect(links.slice(2, 4)).toMatchObject([
      { label: 'Requests', count: 2 },
      { label: 'My access' },
    ]);
  });
});
