import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Log } from '@nascente/runtime/log';
import type { Pool } from 'pg';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createConnectedViewers, type Visibility } from './connected-viewers.ts';
import { createLiveRepository } from './live.repository.ts';
import { bindFeed } from './live.routes.ts';
import { createLiveService, type LiveService } from './live.service.ts';
import { createSight } from './live-viewer.ts';

export { createBrokerHooks } from './admission.ts';
export type { Visibility } from './connected-viewers.ts';
export type { LiveViewer } from './live-viewer.ts';
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
  const live = createLiveRepository(pool);
  const service = createLiveService({
    live,
    viewers: createConnectedViewers({ live, visibility, clock, log }),
    sight: createSight({ isInstalled, clock }),
    clock,
  });
  return { service, register: (app) => bindFeed(app, service, publicUrl) };
};
