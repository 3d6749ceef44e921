import type { Log } from '@nascente/runtime/log';
import * as oidc from 'openid-client';
import type { Config } from '../../config.ts';
import { type AppError, NotAllowed, Unavailable, WrongCredentials } from '../../platform/errors.ts';
import { createBoundedFetch } from '../../platform/outbound/bounded-fetch.ts';

const NO_ANSWER = 'A entrada pela conta da empresa não responde agora. Tente de novo em instantes.';
const REFUSED = 'A conta da empresa não deixou você entrar. Fale com quem a administra.';
const NOT_PROVED = 'A conta da empresa não confirmou quem você é. Comece de novo.';
/** Scope of refresh tokens that outlive the session at the provider (OpenID Connect Core, 11). */
const OFFLINE = 'offline_access';
/** Time limit of an answer, to its last byte. */
const TIMEOUT_SECONDS = 10;
/** Discovery documents and keys of large providers take some tens of kilobytes. */
const MAX_BYTES = 256 * 1024;

export type ProviderConfig = NonNullable<Config['oidc']>;

interface SentAway {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Claims about a person from the ID token and the user info. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Claims that the provider confirms, and the next refresh token; null: none. */
export interface Confirmation {
  readonly claims: Claims;
  readonly refreshToken: string | null;
}

/** The identity provider of the organisation. No other file uses the library. */
export type Provider = ReturnType<typeof createProvider>;

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

const nameOf = (error: unknown): { name: string; code: unknown } => ({
  name: error instanceof Error ? error.name : typeof error,
  code: error instanceof Error && 'code' in error ? error.code : undefined,
});

const SERVER_ERROR = 500;
const NOT_ANSWERED: ReadonlySet<unknown> = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT']);

/** Whether the provider answered, with an error included. */
const isAnswer = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.WWWAuthenticateChallengeError ||
  (error instanceof oidc.ClientError && !NOT_ANSWERED.has(error.code));

/** Whether the provider is unavailable. No answer, or an internal error, does not mean that it refuses the person. */
const isAway = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (error instanceof oidc.ClientError && NOT_ANSWERED.has(error.code)) ||
  (error instanceof Error && error.cause instanceof Response && error.cause.status >= SERVER_ERROR);

/** OpenID Connect Core, section 2. Any other subject could be stored as a different text, which may belong to another person. */
const isSubject = (text: string): boolean => /^\P{Cc}{1,255}$/u.test(text) && text.isWellFormed();

/** The answer and its tokens are not logged: the log names the kind of failure only. */
const refusalOf = (error: unknown, log: Log): AppError => {
  log.warn({ failure: nameOf(error) }, 'A sign-in by the identity provider failed');
  if (isAway(error)) return new Unavailable(NO_ANSWER);
  return error instanceof oidc.AuthorizationResponseError
    ? new NotAllowed(REFUSED)
    : new WrongCredentials(NOT_PROVED);
};

/**
 * The provider's metadata are fetched at each sign-in only, so an unavailable provider delays nothing else, and new keys and
 * addresses apply at once. @param needs.publicUrl - address of the web application, without a slash at its end; its login page is
 * the redirect address
 */
export const createProvider = (needs: { config: ProviderConfig; publicUrl: string; log: Log }) => {
  const { config, publicUrl, log } = needs;
  const redirectUri = `${publicUrl}/login`;
  const { issuer, clientId, clientSecret, scopes, acr } = config;
  const isPlain = issuer.startsWith('http:');
  // Stored refresh tokens are encrypted by the client secret. Other refresh tokens end with the session at the provider.
  const renews = clientSecret !== null && scopes.split(' ').includes(OFFLINE);

  const discover = async (): Promise<oidc.Configuration> => {
    const authentication = clientSecret === null ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
    try {
      const found = await oidc.discovery(new URL(issuer), clientId, undefined, authentication, {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: createBoundedFetch(MAX_BYTES),
        ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
      });
      oidc.enableNonRepudiationChecks(found);
      return found;
    } catch (error) {
      log.warn({ failure: nameOf(error) }, 'The identity provider does not answer');
      throw new Unavailable(NO_ANSWER);
    }
  };

  const readClaims = async (
    server: oidc.Configuration,
    tokens: Tokens,
    claims: oidc.IDToken,
  ): Promise<Confirmation> => {
    const refreshToken = renews ? (tokens.refresh_token ?? null) : null;
    if (server.serverMetadata().userinfo_endpoint === undefined) return { claims, refreshToken };
    const userInfo = await oidc.fetchUserInfo(server, tokens.access_token, claims.sub);
    return { claims: { ...userInfo, ...claims }, refreshToken };
  };

  const exchange = async (
    answer: string,
    { state, nonce, codeVerifier }: SentAway,
  ): Promise<Confirmation> => {
    const server = await discover();
    const tokens = await oidc.authorizationCodeGrant(server, new URL(`${redirectUri}?${answer}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined || !isSubject(claims.sub)) throw new WrongCredentials(NOT_PROVED);
    return readClaims(server, tokens, claims);
  };

  return {
    /** Whether the provider issues refresh tokens, which `renew` uses. */
    renews,
    newAttempt: (): SentAway => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    }),
    async addressFor({ state, nonce, codeVerifier }: SentAway): Promise<string> {
      const server = await discover();
      const url = oidc.buildAuthorizationUrl(server, {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(acr !== null && { acr_values: acr }),
        // OpenID Connect Core, 11: without it a provider ignores the scope.
        ...(renews && { prompt: 'consent' }),
      });
      return url.href;
    },
    /** @param answer - the URL query with which the browser returned. Throws Unavailable, NotAllowed or WrongCredentials. */
    async read(answer: string, attempt: SentAway): Promise<Confirmation> {
      try {
        return await exchange(answer, attempt);
      } catch (error) {
        if (error instanceof Unavailable || error instanceof WrongCredentials) throw error;
        throw refusalOf(error, log);
      }
    },
    /**
     * Requests the person's claims again without the person. @returns 'refused' if the token is no longer valid: the person was
     * disabled or signed out there; 'unknown' if the answer has no ID token, which contains the groups; 'failed' for another
     * error of the provider. Throws Unavailable without an answer.
     */
    async renew(
      refreshToken: string,
      subject: string,
    ): Promise<Confirmation | 'refused' | 'unknown' | 'failed'> {
      const server = await discover();
      try {
        const tokens = await oidc.refreshTokenGrant(server, refreshToken);
        const claims = tokens.claims();
        if (claims === undefined) return 'unknown';
        return claims.sub === subject ? await readClaims(server, tokens, claims) : 'refused';
      } catch (error) {
        if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return 'refused';
        log.warn({ failure: nameOf(error) }, 'The identity provider does not renew a refresh token');
        if (isAnswer(error)) return 'failed';
        throw new Unavailable(NO_ANSWER);
      }
    },
    /** The address at which a browser signs out of the provider; `null`: the provider has none, or does not answer. */
    async leaveUrl(): Promise<string | null> {
      const server = await discover().catch(() => null);
      if (server === null || server.serverMetadata().end_session_endpoint === undefined) return null;
      return oidc.buildEndSessionUrl(server, { post_logout_redirect_uri: redirectUri }).href;
    },
  };
};
