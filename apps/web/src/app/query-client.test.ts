import { QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';

const changeElsewhere = () =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'nascente.changed', newValue: '0.5' }));

/** How often something on the screen was asked for. */
const watched = (name: string, options: { refetchOnWindowFocus?: boolean; staleTime?: number } = {}) => {
  let times = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: [name],
    queryFn: () => {
      times += 1;
      return times;
    },
    ...options,
  });
  const stop = observer.subscribe(() => undefined);
  return { times: () => times, stop };
};

it('requests visible data again once another tab changed something', async () => {
  const shown = watched('shown');
  const filledIn = watched('filled in', { refetchOnWindowFocus: false });
  const stored = watched('kept', { staleTime: Number.POSITIVE_INFINITY });
  await expect.poll(() => [shown.times(), filledIn.times(), stored.times()]).toEqual([1, 1, 1]);
  queryClient.setQueryData(['unseen'], 'old');
  changeElsewhere();
  await expect.poll(shown.times).toBe(2);
  expect([filledIn.times(), stored.times()]).toEqual([1, 1]);
  expect(queryClient.getQueryState(['unseen'])?.isInvalidated).toBe(true);
  for (const { stop } of [shown, filledIn, stored]) stop();
});
