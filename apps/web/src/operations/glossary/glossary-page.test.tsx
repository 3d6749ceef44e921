import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { termNames } from '../../shared/glossary/term-names.ts';
import { TERMS } from '../../shared/glossary/terms.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { GlossaryPage } from './glossary-page.tsx';

const open = (at = '/glossary') => openScreen([{ path: '/glossary', Component: GlossaryPage }], at);
const shown = () => screen.getAllByRole('term').map(({ textContent }) => textContent);

it('explains every term, by subject', () => {
  open();
  expect(shown()).toHaveLength(termNames.length);
  const demand = within(screen.getByRole('region', { name: 'Demanda e reativo' }));
  expect(demand.getByText(TERMS.ultrapassagem.text)).toBeDefined();
});

it('finds a term as it is typed, with or without accents, and says when there is none', async () => {
  open();
  const search = screen.getByRole('searchbox', { name: 'Buscar termo' });
  await userEvent.type(search, 'iluminacao publica');
  expect(shown()).toEqual(['COSIP']);
  await userEvent.clear(search);
  await userEvent.type(search, 'xyz');
  expect(screen.getByText('Nenhum termo com estas palavras.')).toBeDefined();
});

it('points to the term of the address', () => {
  open('/glossary#ratear');
  const [wanted, ...others] = document.querySelectorAll('[data-wanted=true]');
  expect(wanted?.textContent).toContain('Dividir a fatura de um local');
  expect(others).toEqual([]);
});
