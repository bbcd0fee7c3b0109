import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LazyPopover, lazyComponent } from './lazy-component.tsx';
import { receiveToasts } from './toast/show-toast.ts';

const loadError = 'Could not load this part of the page. Try again.';

let toasts: string[] = [];
let stop = () => {};

beforeEach(() => {
  toasts = [];
  stop = receiveToasts(({ text }) => toasts.push(text));
});
afterEach(() => stop());

function Chart({ title }: { title: string }) {
  return <h2>{title}</h2>;
}

describe('a lazy component', () => {
  test('shows what takes its place until its code is loaded', async () => {
    const Lazy = lazyComponent(async () => ({ Chart }), 'Chart');
    render(<Lazy title="Usage" whileLoading={<p>Wait</p>} />);
    expect(screen.getByText('Wait')).toBeTruthy();
    await screen.findByRole('heading', { name: 'Usage' });
    expect(screen.queryByText('Wait')).toBeNull();
  });

  test('is there at once when it was loaded before', async () => {
    const Lazy = lazyComponent(async () => ({ Chart }), 'Chart');
    await Lazy.load();
    render(<Lazy title="Usage" />);
    expect(screen.getByRole('heading', { name: 'Usage' })).toBeTruthy();
  });

  test('loads its code once for all its places', async () => {
    const load = vi.fn(async () => ({ Chart }));
    const Lazy = lazyComponent(load, 'Chart');
    await Lazy.load();
    await Lazy.load();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('that cannot be loaded says so and closes what would have opened', async () => {
    const Lazy = lazyComponent(async (): Promise<{ Chart: typeof Chart }> => {
      throw new Error('no such file');
    }, 'Chart');
    const onClose = vi.fn();
    render(<Lazy title="Usage" onClose={onClose} />);
    await waitFor(() => expect(toasts).toEqual([loadError]));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('is tried again with the next click', async () => {
    let attempts = 0;
    const Lazy = lazyComponent(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('no such file');
      return { Chart };
    }, 'Chart');
    render(<Lazy title="Usage" />);
    await waitFor(() => expect(toasts).toHaveLength(1));
    await userEvent.click(document.body);
    expect(await screen.findByRole('heading', { name: 'Usage' })).toBeTruthy();
  });

  test('is tried again, without a message, once the network is back', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    let attempts = 0;
    const Lazy = lazyComponent(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('no network');
      return { Chart };
    }, 'Chart');
    render(<Lazy title="Usage" />);
    await waitFor(() => expect(attempts).toBe(1));
    await act(async () => {});
    onLine.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'Usage' })).toBeTruthy();
    expect(toasts).toEqual([]);
  });
});

describe('a lazy popover', () => {
  function renderPopover(load: () => Promise<unknown>) {
    render(
      <LazyPopover load={load} loaded={<p>The menu</p>}>
        Open menu
      </LazyPopover>,
    );
    return screen.getByRole('button', { name: 'Open menu' });
  }

  test('starts to load when the pointer comes near, and opens with a click', async () => {
    const load = vi.fn(async () => {});
    const button = renderPopover(load);
    await userEvent.hover(button);
    expect(load).toHaveBeenCalled();
    expect(screen.queryByText('The menu')).toBeNull();
    await userEvent.click(button);
    expect(await screen.findByText('The menu')).toBeTruthy();
  });

  test('that cannot be loaded says so on a click, and stays a button', async () => {
    const button = renderPopover(async () => {
      throw new Error('no such file');
    });
    await userEvent.hover(button);
    expect(toasts).toEqual([]);
    await userEvent.click(button);
    await waitFor(() => expect(toasts).toEqual([loadError]));
    expect(screen.getByRole('button', { name: 'Open menu' })).toBeTruthy();
  });
});
