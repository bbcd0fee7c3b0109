import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDebouncedValue, useHasOpened, useLastNonNull } from './hooks.ts';

describe('a debounced value', () => {
  beforeEach(() => void vi.useFakeTimers());

  function typing() {
    const { result, rerender } = renderHook(({ text }) => useDebouncedValue(text, 250), {
      initialProps: { text: '' },
    });
    return { result, type: (text: string) => rerender({ text }) };
  }

  test('follows once nothing was typed for a moment', () => {
    const { result, type } = typing();
    type('lab');
    act(() => vi.advanceTimersByTime(249));
    expect(result.current).toBe('');
    act(() => vi.advanceTimersByTime(1));
    expect(result.current).toBe('lab');
  });

  test('skips what was typed in between', () => {
    const { result, type } = typing();
    type('l');
    act(() => vi.advanceTimersByTime(200));
    type('lab');
    act(() => vi.advanceTimersByTime(200));
    expect(result.current).toBe('');
    act(() => vi.advanceTimersByTime(50));
    expect(result.current).toBe('lab');
  });
});

test('what was opened once stays mounted after it closed', () => {
  const { result, rerender } = renderHook(({ open }) => useHasOpened(open), {
    initialProps: { open: false },
  });
  expect(result.current).toBe(false);
  rerender({ open: true });
  rerender({ open: false });
  expect(result.current).toBe(true);
});

test('a closing dialog keeps the last value, and a new one replaces it', () => {
  const { result, rerender } = renderHook(({ value }) => useLastNonNull(value), {
    initialProps: { value: 'one' as string | null },
  });
  rerender({ value: null });
  expect(result.current).toBe('one');
  rerender({ value: 'two' });
  expect(result.current).toBe('two');
});
