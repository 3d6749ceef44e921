import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AuditPage } from './audit-page.tsx';
import { anAdminApi, answering, event, openAsAdmin } from './testing/open-admin.tsx';

const { answerWith, requests } = anAdminApi();

describe('the audit trail', () => {
  it('shows action, author, account, place and time as text', async () => {
    openAsAdmin(AuditPage, '/people/audit');
    const list = await screen.findByRole('list', { name: 'Registros de auditoria' });
    const row = await within(list).findByRole('listitem');
    for (const text of [
      '20/11/2026 07:00:00',
      'Perfil alterado',
      'de Usuário · para Gestor',
      'admin@nascente.example',
      'sobre ze@mercearia.example',
      'Firefox no Linux',
      '203.0.113.7',
    ])
      expect(row.textContent).toContain(text);
  });

  it('filters by action and account, and loads older events', async () => {
    const older = { ...event, id: 'e2' };
    answerWith((request) => {
      const events = request.path.includes('before=77') ? [older] : [event];
      return answering({ 'GET /api/admin/audit': { body: { ok: true, events, next: '77' } } })(request);
    });
    openAsAdmin(AuditPage, '/people/audit?conta=p1');
    await userEvent.selectOptions(await screen.findByLabelText('O que aconteceu'), 'Entrou');
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
    await waitFor(() =>
      expect(requests('/api/admin/audit').at(-1)).toBe(
        '/api/admin/audit?limit=50&action=signed-in&account=p1&before=77',
      ),
    );
  });
});
