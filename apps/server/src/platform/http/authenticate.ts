import { timingSafeEqual } from 'node:crypto';
import type { Call } from '@nascente/contract/base/call';
import type { FastifyRequest } from 'fastify';
import { Expired, NotAllowed } from '../errors.ts';
import type { Caller, SessionVerifier } from './caller.ts';
import { isOnThisMachine } from './connections/on-this-machine.ts';
import { requirePermission, requireRecentProof } from './permission.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/** The token of a request, from `access-token` or `Authorization: Bearer`. */
export const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers['access-token'];
  if (typeof header === 'string' && header !== '') return header;
  return BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null;
};

const isEqual = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * Throws Expired unless the request has the operators' token, or comes from this machine and cannot come through a proxy on it.
 */
export const requireOperator = (
  request: FastifyRequest,
  { metricsToken, isReachedDirectly }: Pick<Doorkeeper, 'metricsToken' | 'isReachedDirectly'>,
): void => {
  if (isReachedDirectly && isOnThisMachine(request)) return;
  const token = tokenOf(request);
  if (token === null || metricsToken === null || !isEqual(token, metricsToken))
    throw new Expired('Token de operação inválido.');
};

const verify = async (request: FastifyRequest, sessions: SessionVerifier): Promise<Caller> => {
  const token = tokenOf(request);
  if (token === null) throw new Expired();
  return sessions.verify(token);
};

/** Throws ProofNeeded, or NotAllowed if the call refuses API keys: a stolen session or key must not create what outlives it. */
const requireProof = (caller: Caller, { needsRecentProof }: Call): void => {
  if (needsRecentProof === undefined) return;
  if (needsRecentProof === 'no-key' && caller.proof === undefined)
    throw new NotAllowed('Uma chave de API não faz esta operação.');
  requireRecentProof(caller);
};

export interface Doorkeeper {
  readonly sessions: SessionVerifier;
  readonly metricsToken: string | null;
  readonly isReachedDirectly: boolean;
  /** Called for authenticated requests. */
  readonly welcome: (request: FastifyRequest) => void;
}

/** Authenticates and authorizes a request, or throws. @returns `null` for a call without a session */
export const admit = async (
  request: FastifyRequest,
  call: Call,
  door: Doorkeeper,
): Promise<Caller | null> => {
  switch (call.access) {
    case 'anyone':
      return null;
    case 'operations':
      requireOperator(request, door);
      return null;
    case 'session':
    case 'Admin': {
      const caller = await verify(request, door.sessions);
      door.welcome(request);
      requirePermission(caller, call.permission);
      requireProof(caller, call);
      return caller;
    }
  }
};

/** Throws if the session or key has ended since the request began, or its account may no longer make the call. */
export const confirmAccess = async (
  request: FastifyRequest,
  call: Call,
  door: Doorkeeper,
): Promise<Caller> => {
  const token = tokenOf(request);
  if (token === null) throw new Expired();
  const caller = await door.sessions.confirm(token);
  if (call.permission !== undefined) requirePermission(caller, call.permission);
  return caller;
};

/** Confirms access and recent proof after the body of a change has arrived: a revocation may come before the body. */
export const confirmChange = async (
  request: FastifyRequest,
  call: Call,
  door: Doorkeeper,
): Promise<Caller> => {
  const caller = await confirmAccess(request, call, door);
  requireProof(caller, call);
  return caller;
};
