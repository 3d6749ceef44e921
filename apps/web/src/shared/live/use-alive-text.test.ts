import { instant } from '@nascente/domain/base/time/zone';
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setFiguresMoment } from '../consumption/figures-moment.ts';
import { useAliveText } from './use-alive-text.ts';

afterEach(() => {
  setFiguresMoment(null);
  vi.useRealTimers();
});

it('shows how many meters are live, with the last time when the server does not answer', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T01:00:00Z'), toFake: ['Date'] });
  const { result } = renderHook(() => useAliveText(11, 1200));
  expect(result.current).toBe('11 de 1.200 ao vivo');
  act(() => setFiguresMoment(instant(Date.parse('2026-11-23T22:55:00Z'))));
  expect(result.current).toBe('11 de 1.200 ao vivo às 17:55');
  act(() => setFiguresMoment(instant(Date.parse('2026-11-22T22:55:00Z'))));
  expect(result.current).toBe('11 de 1.200 ao vivo em 22 nov, 17:55');
});
