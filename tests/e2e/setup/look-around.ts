import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectFits } from './fits.ts';
import { takePicture } from './pictures.ts';
import { expectRequiredRule } from './required-rule.ts';
import { settled } from './settled.ts';
import { inTheme, type Theme } from './theme.ts';

interface Look {
  readonly width: number;
  readonly theme: Theme;
  /** Checks beside the width: another theme changes colours only, and the middle width equals the others. */
  readonly part: 'all' | 'colours' | null;
}

const LOOKS: readonly Look[] = [
  { width: 360, theme: 'light', part: 'all' },
  { width: 360, theme: 'dark', part: 'colours' },
  { width: 768, theme: 'dark', part: null },
  { width: 1440, theme: 'dark', part: 'colours' },
  { width: 1440, theme: 'light', part: 'all' },
];

interface Looking {
  readonly page: Page;
  /** The name of the pictures. */
  readonly name: string;
  /** Takes pictures of its own instead of the whole page's. */
  readonly picture?: (name: string) => Promise<void>;
  /** Where a screen shows other things at another width. */
  readonly atWidth?: () => Promise<void>;
}

/** Checks the open screen at three widths and in both themes: no wider than the window, and accessible (WCAG 2.2 AA). */
export async function lookAround({ page, name, picture, atWidth }: Looking): Promise<void> {
  for (const { width, theme, part } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await inTheme(page, theme);
    await atWidth?.();
    await settled(page);
    const fullPage = (await page.getByRole('dialog').count()) === 0;
    if (picture) await picture(`${name}-${width}-${theme}`);
    else await takePicture(page, `${name}-${width}-${theme}`, { fullPage });
    await expectFits(page);
    await expectRequiredRule(page);
    if (part !== null) await expectAccessible(page, part);
  }
}
