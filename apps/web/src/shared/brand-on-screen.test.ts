import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { nameOnScreen, wearBrand } from './brand-on-screen.ts';

const page = new DOMParser().parseFromString(
  readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8'),
  'text/html',
);
const fileOf = (rel: string) => document.querySelector(`link[rel="${rel}"]`)?.getAttribute('href');
const files = () => ['icon', 'apple-touch-icon', 'manifest'].map(fileOf);

afterEach(() => {
  document.head.replaceChildren();
  wearBrand('first');
});

it('sets the icon and the manifest of the brand in both directions', () => {
  document.head.append(...page.head.querySelectorAll('link'));
  const first = files();
  wearBrand('second');
  expect(nameOnScreen()).toBe('Painel de Energia');
  expect(files()).toEqual([
    '/icons/second/logo.svg',
    '/icons/second/apple-touch-icon.png',
    '/second.webmanifest',
  ]);
  wearBrand('second');
  wearBrand('first');
  expect(nameOnScreen()).toBe('Nascente');
  expect(files()).toEqual(first);
});

it.each([
  ['manifest.webmanifest', 'Nascente', 'icons'],
  ['second.webmanifest', 'Painel de Energia', 'icons/second'],
])('%s installs %s with icons of its own', (file, name, folder) => {
  const directory = join(import.meta.dirname, '../../public');
  const manifest = JSON.parse(readFileSync(join(directory, file), 'utf8')) as {
    name: string;
    icons: { src: string }[];
  };
  expect(manifest.name).toBe(name);
  expect(manifest.icons.length).toBeGreaterThan(2);
  for (const { src } of manifest.icons) {
    expect(src.startsWith(`/${folder}/`)).toBe(true);
    expect(readFileSync(join(directory, src)).subarray(1, 4).toString()).toBe('PNG');
  }
});
