import { useEffect } from 'react';
import { readPreference, writePreference } from '../../shared/local-preference.ts';
import { useUser } from '../../shared/signed-in.ts';

const nameFor = (accountId: string) => `last-place.${accountId}`;

/** The establishment that this person looked at last on this device: where Home opens. */
export const useLastPlace = (): string | null => readPreference(nameFor(useUser()._id));

/** Only what was chosen is remembered: the first of the list is nobody's choice. */
export const useRememberPlace = (chosen: string | null): void => {
  const { _id: accountId } = useUser();
  useEffect(() => {
    if (chosen !== null) writePreference(nameFor(accountId), chosen);
  }, [accountId, chosen]);
};
