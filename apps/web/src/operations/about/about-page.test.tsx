import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openScreen } from '../../testing/open-screen.tsx';
import { AboutPage } from './about-page.tsx';

afterEach(() => {
  document.documentElement.dataset.brand = 'first';
});
const open = () => openScreen([{ path: '/sobre', Component: AboutPage }], '/sobre');

it('names the product in its own brand', () => {
  open();
  expect(screen.getByRole('main').textContent).toContain('O Nascente acompanha os medidores');
});

it('names no other brand in the second one, in text, title or links', () => {
  document.documentElement.dataset.brand = 'second';
  open();
  const text = screen.getByRole('main').textContent;
  expect(text).toContain('Esta plataforma acompanha os medidores da sua empresa');
  expect(`${text} ${document.title}`).not.toContain('Nascente');
  expect(screen.getByRole('link', { name: 'Conheça o site' }).getAttribute('href')).toBe('/sobre');
});

it('describes the product in three sections with labelled pictures, and leads to an account', () => {
  open();
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(3);
  expect(screen.getAllByRole('img').map((picture) => picture.getAttribute('aria-label'))).toEqual([
    expect.stringContaining('previsão de R$ 8.186'),
    expect.stringContaining('três fases'),
    expect.stringContaining('vazamento'),
  ]);
  for (const link of screen.getAllByRole('link', { name: 'Criar conta' }))
    expect(link.getAttribute('href')).toBe('/signup');
});

it('makes the content of pictures inert and hidden from assistive technology', () => {
  open();
  for (const { firstElementChild } of screen.getAllByRole('img')) {
    expect(firstElementChild?.hasAttribute('inert')).toBe(true);
    expect(firstElementChild?.getAttribute('aria-hidden')).toBe('true');
  }
});
