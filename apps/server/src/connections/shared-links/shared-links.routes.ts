import {
  createSharedLink,
  listSharedLinks,
  readSharedLink,
  readSharedReport,
  revokeSharedLink,
} from '@nascente/contract/connections/shared-links';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReportsFeature } from '../../insight/reports/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import { NotAllowed, NotFound } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { keepQuiet } from '../../platform/http/quiet-answer.ts';
import type { FollowedLink, SharedLinksRepository } from './shared-links.repository.ts';
import { GONE, type SharedLinksService } from './shared-links.service.ts';
import type { ShownFigures } from './shown-figures.ts';

/** What its maker does not see, or sees no longer, is gone like a key that never was. */
const seenByMaker = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (failure) {
    if (failure instanceof NotFound || failure instanceof NotAllowed) throw new NotFound(GONE);
    throw failure;
  }
};

export const bindSharedLinks = (
  app: CallBinder,
  services: {
    readonly links: SharedLinksService;
    readonly repository: Pick<SharedLinksRepository, 'noteOpening'>;
    readonly figures: ShownFigures;
    readonly report: ReportsFeature['readNow'];
    readonly clock: () => Instant;
  },
): void => {
  const { links, repository, figures, report, clock } = services;

  /** In the turn of whoever made it. */
  const open = async <T>(
    {
      key,
      request,
      reply,
      signal,
    }: { key: string; request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
    read: (link: FollowedLink) => Promise<T>,
  ): Promise<T> => {
    keepQuiet(reply);
    const link = await links.follow(key, request.ip);
    const shown = await seenByMaker(() => app.readInTurn(link.maker, () => read(link), signal));
    await repository.noteOpening(link.id, clock());
    return shown;
  };

  bindCall(app, listSharedLinks, async ({ caller }) => ({ ok: true, links: await links.list(caller) }));
  bindCall(app, createSharedLink, async ({ caller, body, request }) => ({
    ok: true,
    ...(await links.create(caller, body, deviceOf(request))),
  }));
  bindCall(app, revokeSharedLink, async ({ caller, params, request }) => {
    await links.revoke(caller, params.id, deviceOf(request));
    return { ok: true };
  });
  bindCall(app, readSharedLink, async ({ params, request, reply, signal }) => ({
    ok: true,
    shown: await open({ key: params.key, request, reply, signal }, figures.read),
  }));
  bindCall(app, readSharedReport, async ({ params, request, reply, signal, requireThroughout }) => {
    requireThroughout(() => links.confirm(params.key));
    return open(
      { key: params.key, request, reply, signal },
      async ({ kind, maker, establishmentId, type, start }) => {
        if (kind !== 'report') throw new NotFound(GONE);
        return report(
          maker,
          establishmentId,
          { type, format: 'pdf', ...(start !== null && { start }) },
          signal,
        );
      },
    );
  });
};
