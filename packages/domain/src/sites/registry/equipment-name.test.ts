import { expect, test } from 'vitest';
import { isSameEquipmentName } from './equipment-name.ts';

test('ignores case and surrounding spaces in an equipment name', () => {
  expect(isSameEquipmentName('Câmara fria', ' CÂMARA FRIA ')).toBe(true);
  expect(isSameEquipmentName('Câmara fria', 'Camara fria')).toBe(false);
  expect(isSameEquipmentName('Forno 1', 'Forno 2')).toBe(false);
});
