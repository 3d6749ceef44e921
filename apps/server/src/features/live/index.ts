import type { Mac } from '@nascente/domain/metering/mac';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { Log } from '../../platform/log/log.ts';
import { createLiveRepository } from './live.repository.ts';
import { bindFeed } from './live.routes.ts';
import { createLiveService, type LiveService, type Visibility } from './live.service.ts';

export { createBrokerHooks } from './admission.ts';
export type { LiveViewer, Visibility } from './live.service.ts';
export { createSharedFeed } from './shared-feed.ts';

export interface LiveFeature {
  readonly service: LiveService;
  register(app: CallBinder): void;
}

export const createLiveFeature = (needs: {
  pool: Pool;
  visibility: Visibility;
  isInstalled: (mac: Mac) => boolean;
  clock: () => Instant;
  log: Log;
  publicUrl: string | null;
}): LiveFeature => {
  const { pool, visibility, isInstalled, clock, log, publicUrl } = needs;
  const service = createLiveService({
    live: createLiveRepository(pool),
    visibility,
    isInstalled,
    clock,
    log,
  });
  return { service, register: (app) => bindFeed(app, service, publicUrl) };
};
