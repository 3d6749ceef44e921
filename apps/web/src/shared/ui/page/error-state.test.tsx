import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/api-failure.ts';
import { ErrorState } from './error-state.tsx';

const down = new ApiFailure({ type: 'unavailable', msg: 'O servidor não respondeu.', status: 503 });
let isDown = true;
const requested: string[] = [];

const Figure = ({ name }: { name: string }) => {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: [name],
    retry: false,
    queryFn: async () => {
      requested.push(name);
      if (isDown) throw down;
      return `${name}: 3 kWh`;
    },
  });
  if (data !== undefined) return <p>{data}</p>;
  return error && <ErrorState failure={error} onRetry={refetch} retrying={isFetching} />;
};

it('retries all failed requests of the screen with one press, each once', async () => {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <Figure name="hoje" />
        <Figure name="ontem" />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const buttons = () => screen.queryAllByRole('button', { name: 'Tentar novamente' });
  await waitFor(() => expect(buttons()).toHaveLength(2));
  isDown = false;
  await userEvent.click(buttons()[0] as HTMLElement);
  expect(await screen.findByText('hoje: 3 kWh')).toBeDefined();
  expect(await screen.findByText('ontem: 3 kWh')).toBeDefined();
  expect(requested).toEqual(['hoje', 'ontem', 'hoje', 'ontem']);
});

it('has no button where another try cannot help', () => {
  render(
    <MantineProvider>
      <ErrorState failure={down} />
    </MantineProvider>,
  );
  expect(screen.getByRole('alert').textContent).toBe('O servidor não respondeu.');
  expect(screen.queryByRole('button')).toBeNull();
});
