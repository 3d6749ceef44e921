import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openScreen } from '../../../testing/open-screen.tsx';
import { BarredNotice } from '../meter-screen.tsx';

const open = (isBarred: boolean) => {
  const connection = { kind: 'disconnected', since: null, isBarred } as const;
  openScreen(
    [
      {
        path: '/',
        element: (
          <>
            <p>Agora</p>
            <BarredNotice connection={connection} />
          </>
        ),
      },
    ],
    '/',
  );
};

describe('a page whose address blocks live values', () => {
  it('names the blocked address, and what the user can do', async () => {
    open(true);
    const said = (await screen.findByRole('alert')).textContent;
    expect(said).toContain('Sem valores ao vivo por este endereço.');
    expect(said).toContain(window.location.host);
    expect(said).toContain('avise quem cuida do servidor');
  });

  it('shows no such warning when the network fails', async () => {
    open(false);
    expect(await screen.findByText('Agora')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
