import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useDelayedText } from './address.ts';

function open(search = '') {
  vi.useFakeTimers();
  const write = vi.fn();
  const { result, rerender } = renderHook((value: string) => useDelayedText(value, write), {
    initialProps: search,
  });
  return {
    write,
    rerender,
    term: () => result.current[0],
    type: (text: string) => act(() => result.current[1](text)),
    press: () => act(() => void window.dispatchEvent(new Event('pointerdown'))),
  };
}

function wait() {
  act(() => vi.advanceTimersByTime(300));
}

test('what is typed shows at once and is written after a pause', () => {
  const { write, term, type } = open();
  type('l');
  type('lab');
  expect(term()).toBe('lab');
  expect(write).not.toHaveBeenCalled();
  wait();
  expect(write.mock.calls).toEqual([['lab']]);
});

test('the next press does not wait for the pause', () => {
  const { write, type, press } = open();
  type('lab');
  press();
  wait();
  expect(write.mock.calls).toEqual([['lab']]);
});

test('what is typed while the address follows is not lost', () => {
  const { write, rerender, term, type } = open();
  type('la');
  wait();
  type('lab');
  rerender('la');
  expect(term()).toBe('lab');
  wait();
  expect(write).toHaveBeenLastCalledWith('lab');
});

test('an address that changes by itself wins', () => {
  const { write, rerender, term } = open('lab');
  expect(term()).toBe('lab');
  rerender('');
  expect(term()).toBe('');
  wait();
  expect(write).not.toHaveBeenCalled();
});
