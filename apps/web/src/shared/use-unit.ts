import { useCallback, useSyncExternalStore } from 'react';
import { useAddress } from './api/use-address.ts';
import { onPreferenceElsewhere, readPreference, writePreference } from './session-state/local-preference.ts';

/** The unit of consumption. For water meters `energy` means m³. */
export type Unit = 'money' | 'energy';

const followOtherTabs = (watcher: () => void) => onPreferenceElsewhere('unit', watcher);
const lastChoice = (): string | null => readPreference('unit');

/** R$ or kWh in the address (`?unidade=kwh`); without it, the last choice on this device in any tab. The whole screen follows a change. */
export const useUnit = (): readonly [Unit, (unit: Unit) => void] => {
  const [address, changeAddress] = useAddress();
  const last = useSyncExternalStore(followOtherTabs, lastChoice);
  const named = address.get('unidade') ?? last;
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
