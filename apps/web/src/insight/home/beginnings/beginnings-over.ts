import { may } from '@nascente/domain/people/permissions';
import { useState } from 'react';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';

const preferenceOf = (accountId: string): string => `beginnings-over.${accountId}`;

/** Remembers on this device that somebody has done all first steps, or wants to see them no more. */
export const rememberOver = (accountId: string): void => writePreference(preferenceOf(accountId), '1');

/** Whether somebody is shown first steps, and how they are put away. */
export const useBeginningsShown = (): readonly [isShown: boolean, end: () => void] => {
  const { _id: accountId, profile } = useUser();
  const [isOver, setOver] = useState(() => readPreference(preferenceOf(accountId)) !== null);
  const end = () => {
    rememberOver(accountId);
    setOver(true);
  };
  return [!isOver && may(profile, 'open-register-page'), end];
};
