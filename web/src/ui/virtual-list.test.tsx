import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { VirtualList } from './virtual-list.tsx';

const rowHeight = 60;

beforeEach(() => {
  // The simulated page has no layout.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(rowHeight);
  scrollTo(0);
});

function scrollTo(top: number): void {
  Object.assign(window, { scrollY: top });
  act(() => {
    window.dispatchEvent(new Event('scroll'));
  });
}

function renderList(length: number) {
  const items = Array.from({ length }, (_, index) => `Key ${index + 1}`);
  return render(
    <VirtualList
      items={items}
      idOf={identity}
      label="Keys"
      estimatedHeight={rowHeight}
      renderItem={identity}
    />,
  );
}

function identity(item: string): string {
  return item;
}

test('a list of fifty renders every item', () => {
  renderList(50);
  expect(screen.getAllByRole('listitem')).toHaveLength(50);
});

test('an empty list has its name and no items', () => {
  renderList(0);
  expect(screen.getByRole('list', { name: 'Keys' })).toBeTruthy();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

describe('a long list', () => {
  test('renders only the rows near the window', () => {
    renderList(10_000);
    const rows = screen.getAllByRole('listitem');
    expect(rows.length).toBeGreaterThanOrEqual(window.innerHeight / rowHeight);
    expect(rows.length).toBeLessThan(40);
    expect(rows[0]?.textContent).toBe('Key 1');
  });

  test('tells screen readers how long it is and where a row stands', () => {
    renderList(10_000);
    const second = screen.getByText('Key 2');
    expect(second.getAttribute('aria-setsize')).toBe('10000');
    expect(second.getAttribute('aria-posinset')).toBe('2');
  });

  test('is as high as all its rows', () => {
    renderList(10_000);
    const { height } = screen.getByRole('list').style;
    expect(Number.parseInt(height, 10)).toBe(10_000 * rowHeight + 2);
  });

  test('that is gone has nothing left to do when the browser is idle', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const list = renderList(10_000);
    const waiting = vi.getTimerCount();
    list.unmount();
    expect(vi.getTimerCount()).toBe(waiting - 1);
  });

  test('renders other rows after scrolling, each in its place', () => {
    renderList(10_000);
    scrollTo(5_000 * rowHeight);
    expect(screen.queryByText('Key 1')).toBeNull();
    expect(screen.getByText('Key 5001').style.transform).toBe(`translateY(${5_000 * rowHeight}px)`);
  });
});
