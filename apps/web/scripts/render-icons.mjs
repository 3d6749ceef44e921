// Draws the icons of the installed app from the logo; run again when the logo changes.
// Usage: CHROMIUM=/usr/bin/chromium node apps/web/scripts/render-icons.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const icons = join(import.meta.dirname, '..', 'public', 'icons');
const logo = readFileSync(join(icons, 'logo.svg'), 'utf8');

/** Systems cut maskable icons to a circle: the mark keeps to the middle 80 %, and the ground fills the rest. */
const drawings = [
  { file: 'icon-192.png', size: 192, ground: 'transparent', inset: 0 },
  { file: 'icon-512.png', size: 512, ground: 'transparent', inset: 0 },
  { file: 'maskable-512.png', size: 512, ground: '#0b6b62', inset: 56 },
  { file: 'apple-touch-icon.png', size: 180, ground: '#0b6b62', inset: 14 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
for (const { file, size, ground, inset } of drawings) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const sized = logo.replace('<svg ', `<svg width="${size - 2 * inset}" height="${size - 2 * inset}" `);
  await page.setContent(
    `<body style="margin:0;padding:${inset}px;line-height:0;background:${ground}">${sized}</body>`,
  );
  await page.screenshot({ path: join(icons, file), omitBackground: true });
  await page.close();
}
await browser.close();
