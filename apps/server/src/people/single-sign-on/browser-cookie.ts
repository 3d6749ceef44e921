import { MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureAttribute } from '../../platform/http/secure-cookie.ts';

const NAME = 'nascente-single-sign-on';
const PATH = '/api/login/single-sign-on';
const GIVEN = new RegExp(`(?:^|;) *${NAME}=([\\w-]+) *(?:;|$)`);

/** How long somebody may be away at the provider. */
export const AWAY_MS = 10 * MINUTE_MS;

/** The token by which a browser that was sent to the provider is known again. */
export const browserTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  GIVEN.exec(headers.cookie ?? '')?.[1] ?? null;

/**
 * Strict: the page that the provider leads back to asks for the session itself, so that no other site ever sends this.
 * @param publicUrl where people reach the web application.
 */
export const giveBrowserToken = (reply: FastifyReply, token: string, publicUrl: string): void => {
  const secure = secureAttribute(reply, publicUrl);
  const kept = `Path=${PATH}; Max-Age=${AWAY_MS / SECOND_MS}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${NAME}=${token}; ${kept}`);
};
