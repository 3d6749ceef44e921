import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { RefrigerationLink } from '../establishments/establishment-cards.tsx';

const open = (refrigerationPanelUrl: string | null) => {
  const establishment = anEstablishment({ refrigerationPanelUrl });
  openScreen([{ path: '/', element: <RefrigerationLink establishment={establishment} /> }], '/');
};

it('opens the refrigeration panel outside this system', () => {
  open('https://frio.example/local/e1');
  const link = screen.getByRole('link', { name: 'Equipamentos refrigerados' });
  expect(link.getAttribute('href')).toBe('https://frio.example/local/e1');
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

it('shows no link without a configured panel', () => {
  open(null);
  expect(screen.queryByRole('link')).toBeNull();
});
