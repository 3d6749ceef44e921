import { loginByToken, type User } from '@nascente/contract/people/session';
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { cameFirst, request } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { endSession, onSessionEnd, sessionToken, startSession } from './session.ts';

const HALF_AN_HOUR_MS = 30 * 60_000;
const TOKEN_LOGIN_RETRIES = 3;
const FIRST_RETRY_DELAY_MS = 1_000;

/** True for a failure after which the token login is retried (spec.md, section 8). */
export const isServerDown = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.isServerDown;

let justSignedIn: User | undefined;
onSessionEnd(() => {
  justSignedIn = undefined;
});

/** Stores the login's answer, which saves a query. */
export const rememberSignedIn = (user: User): void => {
  justSignedIn = user;
};

/** The person of the page's early answer. An answer with a renewed token is not used, because a read must not start a session. */
const whoCameFirst = (): User | undefined => {
  const answer = cameFirst(loginByToken, {});
  return answer?.token === sessionToken() ? answer?.user : undefined;
};

/**
 * The person of the stored token. A refusal ends the session. While the server is down the login is retried three
 * times with increasing delays; then the shell ends the session if it has nothing to show.
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
  retry: (failures, error) => failures < TOKEN_LOGIN_RETRIES && isServerDown(error),
  retryDelay: (failures) => FIRST_RETRY_DELAY_MS * 2 ** failures,
  initialData: () => justSignedIn ?? whoCameFirst(),
});

const SignedIn = createContext<User | null>(null);
export const SignedInProvider = SignedIn.Provider;

/** The signed-in person; valid inside the shell only, which waits for it. */
export const useUser = (): User => {
  const user = useContext(SignedIn);
  if (user === null) throw new Error('useUser is called outside the shell');
  return user;
};
