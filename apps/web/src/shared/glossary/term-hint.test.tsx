import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openScreen } from '../../testing/open-screen.tsx';
import { Card } from '../ui/marks/card.tsx';
import { TermFieldset } from './term-hint.tsx';
import { TERMS } from './terms.ts';

const Words = () => (
  <>
    <Card title="Carga permanente" terms={['carga-permanente']}>
      1,54 kW
    </Card>
    <TermFieldset legend="Tributos" terms={['tributos']}>
      ICMS
    </TermFieldset>
  </>
);

/** jsdom has no popovers: this is what a browser tells when the mark was pressed. */
const toggle = (mark: HTMLElement, newState: 'open' | 'closed') => {
  const hint = document.getElementById(mark.getAttribute('popovertarget') ?? '');
  if (hint === null) throw new Error('the mark opens nothing');
  fireEvent(hint, Object.assign(new Event('beforetoggle'), { newState }));
};

it('explains a term beside a title with the glossary text, and links to the glossary', async () => {
  openScreen([{ path: '/', Component: Words }], '/');
  const mark = screen.getByRole('button', { name: 'O que é Carga permanente?' });
  expect(screen.queryByText(TERMS['carga-permanente'].text)).toBeNull();
  toggle(mark, 'open');
  expect(await screen.findByText(TERMS['carga-permanente'].text)).toBeDefined();
  expect(mark.getAttribute('aria-expanded')).toBe('true');
  const link = screen.getByText('Ver glossário');
  expect(link.getAttribute('href')).toBe('/glossary#carga-permanente');
  toggle(mark, 'closed');
  expect(screen.queryByText(TERMS['carga-permanente'].text)).toBeNull();
});

it('leaves the accessible names of its surroundings unchanged', () => {
  openScreen([{ path: '/', Component: Words }], '/');
  expect(screen.getByRole('region', { name: 'Carga permanente' })).toBeDefined();
  expect(screen.getByRole('group', { name: 'Tributos' })).toBeDefined();
});
