import type { Reconciliation } from '@nascente/contract/money/utility-bills';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../testing/open-screen.tsx';
import { complaintText, Findings } from './reconciled-bill.tsx';

const billed: Reconciliation['billed'] = {
  id: 'u1',
  type: 'eletric',
  start: '2026-10-06',
  end: '2026-11-05',
  total: 3032.16,
  consumed: { outPoint: 2000 },
  demand: {},
  volume: null,
  taxes: null,
  others: null,
  lines: null,
  image: null,
  note: '',
  nf3e: null,
};
const findings: Reconciliation['findings'] = [
  { kind: 'energy', amount: 1018.46, text: 'Foram faturados 2.000,0 kWh; o medidor registrou 1.000,0 kWh.' },
  { kind: 'twice', amount: 12.34, text: 'A linha “COSIP” parece ter sido cobrada duas vezes.' },
];
const checked = { billed, findings, distributor: 'Enel SP' };

const openFindings = (reconciliation: typeof checked) =>
  openScreen([{ path: '/', element: <Findings reconciliation={reconciliation} /> }], '/');

describe('the text for the distributor', () => {
  it('names the bill, each finding with its amount, and their sum', () => {
    const text = complaintText(checked).replaceAll('\u00a0', ' ');
    expect(text).toMatch(
      /^À Enel SP,\n\nPeço a revisão da fatura de energia de .* no valor de R\$ 3\.032,16/,
    );
    expect(text).toContain(
      '1. Foram faturados 2.000,0 kWh; o medidor registrou 1.000,0 kWh. Valor: R$ 1.018,46.',
    );
    expect(text).toContain('2. A linha “COSIP” parece ter sido cobrada duas vezes. Valor: R$ 12,34.');
    expect(text).toContain('somam R$ 1.030,80');
  });

  it('names no sum for one finding, and no unknown distributor', () => {
    const text = complaintText({ ...checked, findings: findings.slice(1), distributor: null });
    expect(text).toMatch(/^Prezados,/);
    expect(text).not.toContain('somam');
    expect(text).not.toMatch(/\n\n\n/);
  });
});

describe('the findings of a bill', () => {
  it('findings of a bill are listed with names and amounts, and their text can be copied', async () => {
    const user = userEvent.setup();
    openFindings(checked);
    await screen.findByRole('heading', { name: '2 pontos a contestar' });
    expect(screen.getAllByRole('listitem').map((one) => one.textContent?.replaceAll('\u00a0', ' '))).toEqual([
      expect.stringMatching(/^Consumo que o medidor não viu.*R\$ 1\.018,46$/),
      expect.stringMatching(/^Linha repetida.*R\$ 12,34$/),
    ]);
    await user.click(await screen.findByText('Texto para a distribuidora'));
    await user.click(screen.getByRole('button', { name: 'Copiar texto' }));
    expect(await navigator.clipboard.readText()).toBe(complaintText(checked));
    expect(screen.getByText('Texto copiado.').role).toBe('status');
  });

  it('selects the text for the distributor when the browser does not allow copying', async () => {
    const user = userEvent.setup();
    openFindings(checked);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
    await user.click(await screen.findByText('Texto para a distribuidora'));
    await user.click(screen.getByRole('button', { name: 'Copiar texto' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Texto para a distribuidora' });
    expect(field.selectionEnd - field.selectionStart).toBe(field.value.length);
  });

  it('shows nothing for a bill without findings', async () => {
    const element = (
      <>
        <p>Acima</p>
        <Findings reconciliation={{ ...checked, findings: [] }} />
      </>
    );
    openScreen([{ path: '/', element }], '/');
    await screen.findByText('Acima');
    expect(screen.queryByRole('region', { name: 'Conferência da fatura' })).toBeNull();
  });
});
