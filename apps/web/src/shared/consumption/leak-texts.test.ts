import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { expect, test } from 'vitest';
import { leakText } from './leak-texts.ts';

const leak = {
  since: '2026-11-12' as CivilDate,
  flow: 18,
  perDay: 0.432,
  lost: 3.9,
  costPerDay: 9.58,
  cost: 86.5,
};
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('describes a leak with its loss, in money where a tariff exists', () => {
  expect(plain(leakText(leak))).toBe(
    'Desde qui, 12 nov a água não para à noite: 18 L/h além do normal. ' +
      'Perda estimada de 3,90 m³ (R$ 86,50) até agora, 0,43 m³ (R$ 9,58) por dia.',
  );
  expect(plain(leakText({ ...leak, cost: null, costPerDay: null }))).toContain('3,90 m³ até agora');
});
