import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { readPreference, writePreference } from './local-preference.ts';

/** What consumption is shown in. For water meters `energy` means m³. */
export type Unit = 'money' | 'energy';

/**
 * R$ or kWh, kept in the address (`?unidade=kwh`) so that a link shows what its sender saw; without it, the last
 * choice made on this device.
 */
export const useUnit = (): readonly [Unit, (unit: Unit) => void] => {
  const [search, setSearch] = useSearchParams();
  const named = search.get('unidade') ?? readPreference('unit');
  const choose = useCallback(
    (unit: Unit) => {
      const name = unit === 'energy' ? 'kwh' : 'reais';
      writePreference('unit', name);
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.set('unidade', name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setSearch],
  );
  return [named === 'kwh' ? 'energy' : 'money', choose];
};
