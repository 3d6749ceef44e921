import { useEffect, useState } from 'react';
import { readPreference, writePreference } from './local-preference.ts';
import { useUser } from './signed-in.ts';

const nameFor = (accountId: string) => `last-establishment.${accountId}`;

export const lastEstablishment = (accountId: string): string | null => readPreference(nameFor(accountId));

/**
 * The establishment last viewed on this device, where Home opens. A choice in another tab applies to later visits only.
 * @param chosen - the establishment to store; `null`: nobody chose one
 */
export const useLastEstablishment = (chosen: string | null): string | null => {
  const { _id: accountId } = useUser();
  const [last, setLast] = useState(() => lastEstablishment(accountId));
  useEffect(() => {
    if (chosen === null) return;
    writePreference(nameFor(accountId), chosen);
    setLast(chosen);
  }, [accountId, chosen]);
  return last;
};
