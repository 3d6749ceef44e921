import { may } from '@nascente/domain/people/permissions';
import { useState } from 'react';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';

const preferenceOf = (accountId: string): string => `beginnings-over.${accountId}`;

/** Stores on this device that the first steps are done or dismissed. */
export const rememberOver = (accountId: string): void => writePreference(preferenceOf(accountId), '1');

/** Whether first steps are shown, and how to dismiss them. */
export const useBeginningsShown = (): readonly [isShown: boolean, end: () => void] => {
  const { _id: accountId, profile } = useUser();
  const [isOver, setOver] = useState(() => readPreference(preferenceOf(accountId)) !== null);
  const end = () => {
    rememberOver(accountId);
    setOver(true);
  };
  return [!isOver && may(profile, 'open-register-page'), end];
};
