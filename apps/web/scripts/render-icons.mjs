// Draws the icons of the installed app from the logo of each brand; run again when a logo changes.
// Usage: CHROMIUM=/usr/bin/chromium node apps/web/scripts/render-icons.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const icons = join(import.meta.dirname, '..', 'public', 'icons');
const brands = [
  { folder: icons, colour: '#0b6b62' },
  { folder: join(icons, 'second'), colour: '#5b3f8c' },
];

/** Systems cut maskable icons to a circle: the mark keeps to the middle 80 %, and the ground fills the rest. */
const drawings = (colour) => [
  { file: 'icon-192.png', size: 192, ground: 'transparent', inset: 0 },
  { file: 'icon-512.png', size: 512, ground: 'transparent', inset: 0 },
  { file: 'maskable-512.png', size: 512, ground: colour, inset: 56 },
  { file: 'apple-touch-icon.png', size: 180, ground: colour, inset: 14 },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
for (const { folder, file, size, ground, inset } of brands.flatMap(({ folder, colour }) =>
  drawings(colour).map((drawing) => ({ folder, ...drawing })),
)) {
  const logo = readFileSync(join(folder, 'logo.svg'), 'utf8');
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const sized = logo.replace('<svg ', `<svg width="${size - 2 * inset}" height="${size - 2 * inset}" `);
  await page.setContent(
    `<body style="margin:0;padding:${inset}px;line-height:0;background:${ground}">${sized}</body>`,
  );
  await page.screenshot({ path: join(folder, file), omitBackground: true });
  await page.close();
}
await browser.close();
