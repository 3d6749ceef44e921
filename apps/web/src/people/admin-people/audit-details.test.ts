import { describe, expect, it } from 'vitest';
import { detailTexts } from './audit-details.ts';

describe('the details of an audit event', () => {
  it.each([
    [
      'a meter that moved',
      { mac: 'AA:00:00:00:00:01', meter: 'Geral', establishment: 'Loja 2', before: 'Loja 1' },
      ['Geral', 'AA:00:00:00:00:01', 'de Loja 1', 'Loja 2'],
    ],
    [
      'a meter that was edited',
      { meter: 'Geral', newName: 'Quadro', general: 'no', newTariff: 'changed', system: 'none' },
      ['Geral', 'novo nome: Quadro', 'deixou de ser medidor geral', 'nova tarifa', 'sem sistema'],
    ],
    [
      'a register',
      { register: 'consumedA', verdict: 'short-zero', reason: 'Reinício', at: '01/11/2026 10:00:00' },
      ['energia consumida, fase A', 'leitura de 01/11/2026 10:00:00', 'zero momentâneo', 'motivo: Reinício'],
    ],
    [
      'the volume, left to the rules',
      { register: 'volume', verdict: 'automatic' },
      ['volume', 'classificação automática'],
    ],
    [
      'an establishment',
      { parts: 'cnpj,location,roof', newName: 'Aurora', establishment: 'Loja' },
      ['Loja', 'novo nome: Aurora', 'mudou: CNPJ, endereço, roof'],
    ],
    [
      'a group',
      { group: 'Fornos', added: '1', takenOut: '0', due: 'none' },
      ['Fornos', '1 medidor incluído', 'sem vencimento'],
    ],
    ['a due day of each month', { due: '10' }, ['vence todo dia 10']],
    ['a due date', { due: '2026-12-24' }, ['vence em 24/12/2026']],
    [
      'a utility bill that was changed',
      { total: 'R$ 2,00', totalBefore: 'R$ 1,00', establishment: 'Loja', utility: 'water' },
      ['Loja', 'água', 'R$ 2,00', 'antes R$ 1,00'],
    ],
    [
      'an emission factor that was changed',
      { of: '01/2026', factor: '0,0302 kg/kWh', source: 'MCTI', factorBefore: '0,0301 kg/kWh' },
      ['01/2026', '0,0302 kg/kWh', 'antes 0,0301 kg/kWh', 'MCTI'],
    ],
    ['a correction', { last: '2026-11-02', first: '2026-11-01' }, ['de 01/11/2026', 'até 02/11/2026']],
    [
      'an API key',
      { name: 'BI', scopes: 'read-bills,read-measures', until: '2027-11-21T03:00:00.000Z' },
      ['BI', 'Ler medidas, Ler faturas', 'até 20/11/2027'],
    ],
    ['the rate of a key', { perMinute: '1' }, ['1 pedido por minuto']],
    ['the rate that a key is allowed', { allowedPerMinute: '6000' }, ['permitidos: 6000 por minuto']],
    ['what nobody has foreseen', { colour: 'azul', name: 'BI' }, ['BI', 'azul']],
  ])('shows %s as text', (_, detail, text) => {
    expect(detailTexts(detail as unknown as Record<string, string>)).toEqual(text);
  });
});
