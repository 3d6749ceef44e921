import { useCallback } from 'react';
import { readPreference, writePreference } from './local-preference.ts';
import { useAddress } from './use-address.ts';

/** What consumption is shown in. For water meters `energy` means m³. */
export type Unit = 'money' | 'energy';

/**
 * R$ or kWh, kept in the address (`?unidade=kwh`) so that a link shows what its sender saw; without it, the last
 * choice made on this device.
 */
export const useUnit = (): readonly [Unit, (unit: Unit) => void] => {
  const [address, changeAddress] = useAddress();
  const named = address.get('unidade') ?? readPreference('unit');
  const choose = useCallback(
    (unit: Unit) => {
      const name = unit === 'energy' ? 'kwh' : 'reais';
      writePreference('unit', name);
      changeAddress({ unidade: name });
    },
    [changeAddress],
  );
  return [named === 'kwh' ? 'energy' : 'money', choose];
};
