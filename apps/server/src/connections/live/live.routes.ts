import { readFeed } from '@nascente/contract/connections/feed';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { LiveService } from './live.service.ts';

const FEED_PATH = '/mqtt';

export const bindFeed = (
  app: CallBinder,
  service: Pick<LiveService, 'issue'>,
  publicUrl: string | null,
): void => {
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
