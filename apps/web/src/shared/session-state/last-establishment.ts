import { useEffect, useState } from 'react';
import { readPreference, writePreference } from './local-preference.ts';
import { useUser } from './signed-in.ts';

const nameFor = (accountId: string) => `last-establishment.${accountId}`;

/** The establishment that this person opened last on this device. */
export const lastEstablishment = (accountId: string): string | null => readPreference(nameFor(accountId));

/**
 * The establishment that this person looked at last on this device, where Home opens. What another tab chooses meanwhile
 * is for Homes that are opened later: nobody's screen changes under their eyes.
 *
 * @param chosen - is remembered; null: the first of the list is nobody's choice
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
