import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { Log } from '../../platform/log/log.ts';
import { createLiveRepository } from './live.repository.ts';
import { bindFeed } from './live.routes.ts';
import { createLiveService, type LiveService, type Visibility } from './live.service.ts';

export { type BoardCredentials, type ConnectionWitness, createBrokerHooks } from './admission.ts';
export type { LiveViewer, Visibility } from './live.service.ts';

export interface LiveFeature {
  readonly service: LiveService;
  register(app: CallBinder): void;
}

export const createLiveFeature = (needs: {
  pool: Pool;
  visibility: Visibility;
  clock: () => Instant;
  log: Log;
  publicUrl: string | null;
}): LiveFeature => {
  const { pool, visibility, clock, log, publicUrl } = needs;
  const service = createLiveService({ live: createLiveRepository(pool), visibility, clock, log });
  return { service, register: (app) => bindFeed(app, service, publicUrl) };
};
