import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { announce, METER_AREA_MS, Snackbars } from './snackbar.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

it.each([
  ['5 seconds', 5000, {}],
  ['6 seconds in the meter areas', 6000, { lastsMs: METER_AREA_MS }],
])('a message disappears by itself after %s', (_, lasts, options) => {
  render(<Snackbars />);
  act(() => announce('Alterações feitas!', options));
  act(() => void vi.advanceTimersByTime(lasts - 1));
  expect(screen.getByText('Alterações feitas!')).toBeDefined();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.queryByText('Alterações feitas!')).toBeNull();
});
