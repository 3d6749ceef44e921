import { wantsNoTours } from './setup/remembered.ts';
import { runningServer } from './setup/running-server.ts';
import { connected, expect, signIn, test } from './setup/test.ts';

test('follows a meter live when opened by another name than the public address', async ({ browser }) => {
  // The server says that people reach it at 127.0.0.1.
  const baseURL = runningServer().address.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL });
  await wantsNoTours(context);
  const page = await context.newPage();
  await signIn(page);
  await page.goto('/meter/02:4E:41:00:00:01');
  await connected(page);
  expect(new URL(page.url()).hostname).toBe('localhost');
  await context.close();
});
