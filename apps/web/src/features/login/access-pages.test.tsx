import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { openScreen } from '../../testing/open-screen.tsx';
import { AboutPage } from './access-pages.tsx';

afterEach(() => {
  document.documentElement.dataset.brand = 'first';
});
const open = () => openScreen([{ path: '/sobre', Component: AboutPage }], '/sobre');

it('names the product in its own brand', () => {
  open();
  expect(screen.getByRole('main').textContent).toContain('O Nascente acompanha os medidores');
});

it('names no other brand in the second one, neither in its text nor in its title nor by its links', () => {
  document.documentElement.dataset.brand = 'second';
  open();
  const text = screen.getByRole('main').textContent;
  expect(text).toContain('Esta plataforma acompanha os medidores da sua empresa');
  expect(`${text} ${document.title}`).not.toContain('Nascente');
  expect(screen.getByRole('link', { name: 'Conheça o site' }).getAttribute('href')).toBe('/sobre');
});
