import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../../test-results/screens');

/** Only with `PICTURES=1`: hundreds of pictures take minutes. */
export async function takePicture(
  of: Page | Locator,
  name: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  if (process.env.PICTURES === undefined) return;
  await of.screenshot({ path: join(FOLDER, `${name}.png`), animations: 'disabled', ...options });
}
