import { type BillLine, chargeKinds } from '@nascente/contract/money/bills';
import { describe, expect, it } from 'vitest';
import { priceText, quantityText, reaisText, signedReais } from '../page-frame/bill-address.ts';
import { groupsOf, sumReais } from './bill-groups.ts';

const aLine = (overrides: Partial<BillLine>): BillLine => ({
  label: 'Consumo TE',
  kind: 'energy',
  touPeriod: null,
  quantity: 100,
  unit: 'kWh',
  price: 0.5,
  amount: 50,
  note: null,
  ...overrides,
});

describe('the lines of a bill by charge', () => {
  it('includes every kind of line', () => {
    const lines = chargeKinds.map((kind) => aLine({ kind }));
    expect(groupsOf(lines).flatMap((group) => group.lines)).toHaveLength(chargeKinds.length);
  });

  it('sums amounts exactly to the cent', () => {
    const lines = [0.1, 0.2, 1730.64, -8.05].map((amount) => aLine({ amount }));
    expect(groupsOf(lines)[0]?.subtotal).toBe(1722.89);
    expect(sumReais([0.1, 0.2])).toBe(0.3);
  });

  it('follows the order of bills: energy before flag before public lighting', () => {
    const lines = (['cosip', 'flag', 'energy'] as const).map((kind) => aLine({ kind }));
    expect(groupsOf(lines).map(({ name }) => name)).toEqual(['Energia', 'Bandeira', 'Iluminação pública']);
  });
});

describe('figures of a bill', () => {
  it('shows a price with as many decimals as it has', () => {
    expect([0.79417, 12.3, 0.6541234, 1].map(priceText)).toEqual(['0,79417', '12,30', '0,654123', '1,00']);
  });

  it('shows credits with a minus, and differences with their sign', () => {
    expect(reaisText(-8.05)).toBe('R$\u00a0−8,05');
    expect([12.3, -12.3, 0, -0.001].map(signedReais)).toEqual([
      '+R$\u00a012,30',
      '−R$\u00a012,30',
      'R$\u00a00,00',
      'R$\u00a00,00',
    ]);
  });

  it('shows complete units without decimals, and null without a quantity', () => {
    expect(quantityText({ quantity: 1234, unit: 'kWh' })).toBe('1.234\u00a0kWh');
    expect(quantityText({ quantity: 82.25, unit: 'kW' })).toBe('82,3\u00a0kW');
    expect(quantityText({ quantity: null, unit: null })).toBeNull();
  });
});
