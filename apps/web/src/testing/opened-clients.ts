import { QueryClient } from '@tanstack/react-query';

const opened = new Set<QueryClient>();

/** Server state of one opened screen. */
export const openClient = (): QueryClient => {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
  });
  opened.add(client);
  return client;
};

/** Nothing that a screen has asked for reaches the test after it: files share what their process has loaded. */
export const forgetClients = (): void => {
  for (const client of opened) {
    void client.cancelQueries();
    client.clear();
  }
  opened.clear();
};
