import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { aSignedInApi, refused } from '../../testing/signed-in-api.ts';
import { LinksPage } from './links-page.tsx';

// Half past midnight in Fernando de Noronha: the evening before in São Paulo, and on this device in New York.
const NIGHT = '2026-11-25T02:30:00Z';
const island = anEstablishment({ zone: 'America/Noronha' });

const NAMELESS = 'Dê um nome para reconhecer depois.';

const { answering, requests } = aSignedInApi({
  'GET /api/establishment': { body: { ok: true, establishments: [island] } },
  'POST /api/user/links': {
    status: 400,
    body: {
      ok: false,
      type: 'validation',
      msg: NAMELESS,
      errors: [{ path: 'name', msg: NAMELESS }],
    },
  },
  'GET /api/user/links': { body: { ok: true, links: [] } },
});
afterEach(() => vi.useRealTimers());

it('ends a link on a day of its establishment, and shows curve hours in its time zone', async () => {
  vi.useFakeTimers({ now: Date.parse(NIGHT), toFake: ['Date'] });
  const requested = new URLSearchParams({
    tipo: 'curve',
    ver: 'AA:BB:CC:DD:EE:01~power',
    de: '2026-11-24T12:00:00Z',
    ate: NIGHT,
  });
  openSignedIn(aUser, LinksPage, `/account/links?${requested.toString()}`);
  const end = await screen.findByLabelText<HTMLInputElement>('Vale até');
  expect(end.value).toBe('25/12/2026');
  await userEvent.clear(end);
  await userEvent.type(end, '25/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário' }));
  const before = await screen.findByRole<HTMLButtonElement>('button', { name: 'ter, 24 nov', hidden: true });
  expect(before.disabled).toBe(true);
  expect(screen.getByText('1 curva, de 24/11/2026 10:00:00 a 25/11/2026 00:30:00.')).toBeDefined();
});

it('reports a missing link name at its field until one is typed', async () => {
  openSignedIn(aUser, LinksPage, '/account/links');
  const name = await screen.findByLabelText<HTMLInputElement>('Nome');
  await userEvent.click(screen.getByRole('button', { name: 'Criar link' }));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(NAMELESS)).toHaveLength(1);
  expect(document.activeElement).toBe(name);
  await userEvent.type(name, 'TV');
  expect(screen.queryByText(NAMELESS)).toBeNull();
});

it('retains the list and the typed name when neither can be loaded again', async () => {
  openSignedIn(aUser, LinksPage, '/account/links');
  await userEvent.type(await screen.findByLabelText('Nome'), 'TV da recepção');
  await screen.findByText(/^Nenhum link até agora/);
  const isDown = refused(500, 'unexpected', 'Fora do ar.');
  answering({ 'GET /api/establishment': isDown, 'GET /api/user/links': isDown });
  // What is asked for a second time has failed before.
  for (const round of [1, 2]) {
    const before = requests().length;
    fireEvent(document, new Event('visibilitychange', { bubbles: true }));
    await waitFor(() => expect(requests().length, `round ${round}`).toBeGreaterThanOrEqual(before + 2));
  }
  expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('TV da recepção');
  expect(screen.getByText(/^Nenhum link até agora/)).toBeDefined();
});
