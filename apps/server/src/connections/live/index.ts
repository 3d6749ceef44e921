import { readFeed } from '@nascente/contract/connections/feed';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Log } from '@nascente/runtime/log';
import type { Pool } from 'pg';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createConnectedViewers, type Visibility } from './connected-viewers.ts';
import { createLiveRepository } from './live.repository.ts';
import { createLiveService, type LiveService } from './live.service.ts';
import { createSight } from './live-viewer.ts';

export { createBrokerHooks } from './admission.ts';
export type { Visibility } from './connected-viewers.ts';
export type { LiveViewer } from './live-viewer.ts';
export { createSharedFeed } from './shared-feed.ts';

const FEED_PATH = '/mqtt';

const bindFeed = (app: CallBinder, service: Pick<LiveService, 'issue'>, publicUrl: string | null): void => {
  bindCall(app, readFeed, async ({ caller }) => {
    const { expiresAt, ...credentials } = await service.issue(caller);
    return {
      ok: true,
      url: feedUrl(publicUrl),
      ...credentials,
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });
};

/** Without a public address the browser knows better than we do under which it reached us. */
export const feedUrl = (publicUrl: string | null): string => {
  if (publicUrl === null) return FEED_PATH;
  const url = new URL(FEED_PATH, publicUrl);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
};

export type LiveFeature = ReturnType<typeof createLiveFeature>;

export const createLiveFeature = (needs: {
  pool: Pool;
  visibility: Visibility;
  isInstalled: (mac: Mac) => boolean;
  clock: () => Instant;
  log: Log;
  publicUrl: string | null;
}) => {
  const { pool, visibility, isInstalled, clock, log, publicUrl } = needs;
  const live = createLiveRepository(pool);
  const service = createLiveService({
    live,
    viewers: createConnectedViewers({ live, visibility, clock, log }),
    sight: createSight({ isInstalled, clock }),
    clock,
  });
  return { service, register: (app: CallBinder) => bindFeed(app, service, publicUrl) };
};
