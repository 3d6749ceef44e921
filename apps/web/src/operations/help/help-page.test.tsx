import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openScreen } from '../../testing/open-screen.tsx';
import { HELP, HelpPage } from './help-page.tsx';

const open = (at = '/help') => openScreen([{ path: '/help', Component: HelpPage }], at);
const opened = () => [...document.querySelectorAll('details[open]')].map(({ id }) => id);

it('answers the eleven questions of a beginner, each at an address of its own', () => {
  open();
  const ids = HELP.flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(11);
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
  const question = screen.getByText('O que é a previsão, e quanto posso confiar nela?');
  await userEvent.click(question);
  expect(opened()).toEqual(['previsao']);
});
