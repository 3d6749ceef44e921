import { loginByToken, type User } from '@nascente/contract/session';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { cameFirst, request } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';
import { endSession, onSessionEnd, sessionToken, startSession } from './session.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;

let justSignedIn: User | undefined;
onSessionEnd(() => {
  justSignedIn = undefined;
});

/** The login's answer says who it is: the shell need not ask again. */
export const rememberSignedIn = (user: User): void => {
  justSignedIn = user;
};

/** Where the server has given another token, the session begins anew, which is no matter of reading. */
const whoCameFirst = (): User | undefined => {
  const answer = cameFirst(loginByToken, {});
  return answer?.token === sessionToken() ? answer?.user : undefined;
};

/**
 * Who is signed in, by the stored token. A refusal ends the session; a server out of reach or in trouble does not, so that
 * an installed app opened without a network keeps its session, and another try is offered.
 */
export const signedInQuery = queryOptions({
  queryKey: ['signedIn'],
  queryFn: async ({ signal }) => {
    try {
      const { token, user } = await request(loginByToken, {}, signal);
      if (token !== sessionToken()) startSession(token);
      return user;
    } catch (failure) {
      if (failure instanceof ApiFailure && !failure.isOfServer) endSession('failed-token');
      throw failure;
    }
  },
  staleTime: HALF_AN_HOUR_MS,
  initialData: () => justSignedIn ?? whoCameFirst(),
});

const SignedIn = createContext<User | null>(null);
export const SignedInProvider = SignedIn.Provider;

/** The person who is signed in; only inside the shell, which waits until it is known. */
export const useUser = (): User => {
  const user = useContext(SignedIn);
  if (user === null) throw new Error('useUser is called outside the shell');
  return user;
};
