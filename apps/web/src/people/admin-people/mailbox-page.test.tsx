import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { MailboxPage } from './mailbox-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { anAdminApi, answering, openAsAdmin } from './testing/open-admin.tsx';

const { answerWith } = anAdminApi();
const notHere = { status: 403, body: { ok: false, type: 'forbidden', msg: 'Só na própria máquina.' } };

describe('the local mailbox', () => {
  it('shows e-mails as text with links', async () => {
    openAsAdmin(MailboxPage, '/people/mailbox');
    await userEvent.click(await screen.findByText('Refaça sua senha'));
    const link = screen.getByRole('link', { name: 'http://localhost:8080/recovery/abc' });
    expect(link.getAttribute('href')).toBe('http://localhost:8080/recovery/abc');
    expect(screen.getByText(/<b>fim<\/b>/)).toBeDefined();
    expect('wasRun' in window).toBe(false);
  });

  it('shows the mailbox only when the server offers it', async () => {
    answerWith(answering({ 'GET /api/admin/mailbox': notHere }));
    openAsAdmin(PeoplePage, '/people');
    await screen.findByRole('link', { name: 'Pedidos 1' });
    expect(screen.queryByRole('link', { name: 'E-mails' })).toBeNull();
  });
});
