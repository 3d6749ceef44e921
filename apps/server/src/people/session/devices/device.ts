import type { FastifyRequest } from 'fastify';
import { deviceTokenOf } from './device-cookie.ts';

/** Where a sign-in comes from. */
export interface Device {
  readonly address: string;
  readonly userAgent: string;
  /** By which the browser says that somebody signed in on it before. */
  readonly deviceToken: string | null;
}

export const deviceOf = (request: FastifyRequest): Device => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  deviceToken: deviceTokenOf(request),
});
