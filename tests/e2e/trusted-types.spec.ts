import type { Page } from '@playwright/test';
import { theOwner } from './setup/people.ts';
import { isSignedIn } from './setup/remembered.ts';
import { expect, settled, test } from './setup/test.ts';

// With everything that a browser of people has: tours, the live feed in its worker, the application kept on the device.
test.use({ tours: true, serviceWorkers: 'allow' });

const MAC = '02:4E:41:00:00:01';
const SCREENS = [
  '/home',
  '/dashboard',
  `/meter/${MAC}`,
  `/history/${MAC}?por=10`,
  `/meter/${MAC}/quality`,
  '/explore',
  '/alerts',
  '/budgets',
  '/portfolio',
  '/opportunities',
  '/reports',
  '/account',
  '/account/integrations',
  '/help',
  '/feedback',
] as const;

/** What the browser reports against the policy of a page, from its first script on. */
const violationsOf = async (page: Page): Promise<string[]> => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample, sourceFile }) =>
      (window as unknown as { reportViolation: (text: string) => void }).reportViolation(
        `${location.pathname}: ${violatedDirective}, ${sample}, ${sourceFile}`,
      ),
    );
  });
  return violations;
};

test('no screen violates its content policy, with tours, the live feed and the offline application', async ({
  page,
  context,
}) => {
  test.slow();
  const violations = await violationsOf(page);
  await page.goto('/login');
  await settled(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await isSignedIn(context, await theOwner());
  const tour = page.locator('.driver-popover');
  for (const path of SCREENS) {
    await page.goto(path);
    await settled(page);
    if (path === '/dashboard') await expect(tour).toContainText('Próximo');
    if (await tour.isVisible()) await tour.getByRole('button', { name: 'Fechar tutorial' }).click();
  }
  expect(violations).toEqual([]);
});

test.describe('the refusals of the content policy', () => {
  test.use({ isRefused: true });

  test('leaves text in an HTML sink as text, and loads no external script', async ({ page }) => {
    const answer = await page.goto('/login');
    expect(answer?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
    await settled(page);
    const outcome = await page.evaluate(() => {
      const fails = (attempt: () => unknown): string => {
        try {
          attempt();
          return 'allowed';
        } catch (error) {
          return error instanceof Error ? error.name : 'failed';
        }
      };
      const element = document.createElement('div');
      element.innerHTML = '<img src="x"> & nada mais';
      const script = document.createElement('script');
      const policies = (
        window as unknown as { trustedTypes: { createPolicy: (...of: unknown[]) => unknown } }
      ).trustedTypes;
      return {
        children: element.children.length,
        text: element.textContent,
        scriptAddress: fails(() => {
          script.src = 'https://example.com/assets/x.js';
        }),
        apiAddress: fails(() => {
          script.src = '/api/user';
        }),
        scriptText: fails(() => {
          script.text = 'alert(1)';
        }),
        otherPolicy: fails(() => policies.createPolicy('other', {})),
      };
    });
    expect(outcome).toEqual({
      children: 0,
      text: '<img src="x"> & nada mais',
      scriptAddress: 'TypeError',
      apiAddress: 'TypeError',
      scriptText: 'TypeError',
      otherPolicy: 'TypeError',
    });
  });
});
