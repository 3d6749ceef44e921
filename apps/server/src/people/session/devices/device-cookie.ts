import { DAY_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { secureAttribute } from '../../../platform/http/secure-cookie.ts';

const NAME = 'nascente-device';
/** Browsers keep no cookie longer than 400 days; signing in begins them anew. */
const KEPT_SECONDS = (400 * DAY_MS) / SECOND_MS;
const GIVEN = new RegExp(`(?:^|;) *${NAME}=([\\w-]+) *(?:;|$)`);

/** By which a browser is known again: it opens nothing, and no script can read it. */
export type DeviceCookie = ReturnType<typeof createDeviceCookie>;

/** The token by which the browser says that it was here before. */
export const deviceTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  GIVEN.exec(headers.cookie ?? '')?.[1] ?? null;

/** @param publicUrl where people reach the web application. */
export const createDeviceCookie = (publicUrl: string) => ({
  give(reply: FastifyReply, deviceToken: string): void {
    const secure = secureAttribute(reply, publicUrl);
    const scope = `Path=/api; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    reply.header('set-cookie', `${NAME}=${deviceToken}; ${scope}`);
  },
});
