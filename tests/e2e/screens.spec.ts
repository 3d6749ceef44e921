import type { Page } from '@playwright/test';
import { expectAccessible, settled, signIn, THEMES, test } from './setup/test.ts';

const WIDTHS = [360, 768, 1440];
const SCREENS = [
  { name: 'login', path: '/login', signedIn: false },
  { name: 'not-found', path: '/nothing/here', signedIn: false },
  { name: 'home', path: '/home', signedIn: true },
  { name: 'meters', path: '/dashboard', signedIn: true },
  { name: 'meter', path: '/meter/02:4E:41:00:00:01', signedIn: true },
  { name: 'water-meter', path: '/meter/02:4E:41:00:00:04', signedIn: true },
  { name: 'silent-meter', path: '/meter/02:4E:41:00:00:06', signedIn: true },
];

async function open(page: Page, { path, signedIn }: (typeof SCREENS)[number]): Promise<void> {
  if (signedIn) await signIn(page);
  await page.goto(path);
  await settled(page);
}

for (const screen of SCREENS) {
  for (const theme of THEMES) {
    test.describe(() => {
      test.use({ colorScheme: theme, reducedMotion: 'reduce' });

      test(`${screen.name} in ${theme}: accessible, and no wider than the window`, async ({ page }) => {
        await open(page, screen);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await settled(page);
          await page.screenshot({
            path: `../../test-results/screens/${screen.name}-${width}-${theme}.png`,
            fullPage: true,
            animations: 'disabled',
          });
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          test.expect(overflow).toBe(0);
          await expectAccessible(page);
        }
      });
    });
  }
}
