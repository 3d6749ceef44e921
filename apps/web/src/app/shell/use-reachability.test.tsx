import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useReachability } from './use-reachability.ts';

const reachability = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(useReachability, { wrapper });
  const ask = (status: number, meta = {}) =>
    act(async () => {
      const failure = new ApiFailure({ type: 'unavailable', msg: 'Fora do ar.', status });
      const queryFn = () => (status === 200 ? Promise.resolve('here') : Promise.reject(failure));
      await client.fetchQuery({ queryKey: [status, meta], queryFn, meta }).catch(() => undefined);
    });
  return { result, ask };
};

test('reports a server that does not answer until it answers', async () => {
  const { result, ask } = reachability();
  expect(result.current).toBe('reached');
  await ask(503);
  expect(result.current).toBe('unreachable');
  await ask(200);
  expect(result.current).toBe('reached');
});

test('does not report the server as unreachable when a public register fails', async () => {
  const { result, ask } = reachability();
  await ask(503, { isOfOthers: true });
  expect(result.current).toBe('reached');
});
