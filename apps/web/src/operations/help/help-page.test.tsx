import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { termNames } from '../../shared/glossary/term-names.ts';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { HelpPage } from './help-page.tsx';
import { HELP } from './help-questions.tsx';

const open = (at = '/help') =>
  openScreen(
    [
      { path: '/help', Component: HelpPage },
      { path: '/glossary', Component: HelpPage },
    ],
    at,
  );
const opened = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id);
const terms = () => screen.queryAllByRole('term').map(({ textContent }) => textContent);
const questions = () => [...document.querySelectorAll('details[id]')].map(({ id }) => id);
const search = () => screen.getByRole('searchbox', { name: 'Buscar na ajuda' });

it('answers eleven beginner questions, each at its own address', () => {
  open();
  const ids = HELP.flatMap((subject) => subject.questions.map(({ id }) => id));
  expect(questions()).toEqual(ids);
  expect(new Set(ids).size).toBe(11);
  expect(opened()).toEqual([]);
});

it('opens the question that the address names, also when the address changes', async () => {
  const { router } = open('/help#placa');
  expect(opened()).toEqual(['placa']);
  await router.navigate('/help#vazamento');
  await expect.poll(opened).toEqual(['vazamento']);
});

it('opens and closes an answer by its question', async () => {
  open();
  await userEvent.click(screen.getByText('O que é a previsão, e quanto posso confiar nela?'));
  expect(opened()).toEqual(['previsao']);
});

it('explains every term at the address of the glossary', () => {
  const { unmount } = open();
  expect(terms()).toHaveLength(termNames.length);
  unmount();
  open('/glossary');
  expect(terms()).toHaveLength(termNames.length);
});

it('marks the term of the address', () => {
  open('/glossary#ratear');
  const [wanted, ...others] = document.querySelectorAll('[data-wanted=true]');
  expect(wanted?.textContent).toContain('Dividir a fatura de um estabelecimento');
  expect(others).toEqual([]);
});

it('finds questions and terms in one search, with or without accents', async () => {
  open();
  await userEvent.type(search(), 'iluminacao publica');
  expect(questions()).toEqual(['valor']);
  expect(terms()).toEqual(['COSIP']);
  expect(opened()).toContain('valor');
  await userEvent.clear(search());
  await userEvent.type(search(), 'xyz');
  expect(screen.getByText('Nada na ajuda com estas palavras.')).toBeDefined();
  expect(terms()).toEqual([]);
});

it('leads a signed-in user to the tours of screens', async () => {
  startSession('a-token');
  const { unmount } = open();
  expect(screen.getByRole('link', { name: 'Curvas' }).getAttribute('href')).toBe('/explore');
  unmount();
  endSession('logout');
  open();
  expect(screen.queryByRole('link', { name: 'Curvas' })).toBeNull();
});
