import {
  createIntegration,
  type IntegrationKind,
  listIntegrations,
  readCalendar,
  readCsvByLink,
  readMeterMetrics,
  revokeIntegration,
} from '@nascente/contract/connections/integrations';
import { SECOND_MS } from '@nascente/domain/base/time/zone';
import { LimitReached, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder, type CallInput } from '../../platform/http/calls/bind-call.ts';
import { keepQuiet } from '../../platform/http/quiet-answer.ts';
import type { MissedLinks } from '../../platform/limits/missed-links.ts';
import { createAllowances } from '../../platform/mqtt/allowance.ts';
import type { BoardPorts } from '../../telemetry/inventory/index.ts';
import type { CalendarService } from './calendar.service.ts';
import type { CsvLinkService } from './csv-link.service.ts';
import type { IntegrationKeys, VerifiedIntegration } from './integration-keys.repository.ts';
import type { IntegrationsService } from './integrations.service.ts';
import type { MeterMetricsService } from './meter-metrics.service.ts';

const GONE = 'Este endereço não existe mais. Crie outro em Integrações.';
/** Version of the text format of Prometheus. */
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8';

/** Limits openings of a link: sixty at once, then one in ten seconds. A calendar or spreadsheet needs a few per hour. */
const LINK_RATE = { messagesPerSecond: 0.1, bytesPerSecond: Number.POSITIVE_INFINITY, burstSeconds: 600 };

export const bindIntegrations = (
  app: CallBinder,
  services: {
    keys: IntegrationKeys;
    integrations: IntegrationsService;
    calendar: CalendarService;
    csv: CsvLinkService;
    metrics: MeterMetricsService;
    boardPorts: BoardPorts;
    missed: MissedLinks;
    /** The meters of a link that its owner sees now. */
    seenMacs: (caller: Caller, boards: readonly string[] | null) => Promise<readonly string[]>;
  },
): void => {
  const { keys, integrations, calendar, csv, metrics, boardPorts: ports } = services;
  const openings = createAllowances(LINK_RATE);
  /** Authenticated by the key in the address: reads as the owner, within the owner's concurrency limit. */
  const readLink = async (
    { key }: { readonly key: string },
    kind: IntegrationKind,
    read: (integration: VerifiedIntegration) => Promise<string>,
    {
      signal,
      request,
      reply,
      requireThroughout,
    }: Pick<CallInput<typeof readCsvByLink>, 'signal' | 'request' | 'reply' | 'requireThroughout'>,
  ): Promise<string> => {
    keepQuiet(reply);
    const find = () => keys.find(key, [kind]);
    const integration = await find();
    if (integration === null) {
      await services.missed.count(request.ip);
      throw new NotFound(GONE);
    }
    openings.sweep();
    const allowance = openings.of(integration.id);
    const seconds = Math.ceil(allowance.waitMs() / SECOND_MS);
    if (seconds > 0)
      throw new LimitReached(`Este link foi aberto muitas vezes. Abra de novo em ${seconds} s.`, seconds);
    allowance.spend(0);
    const { caller, boards } = integration;
    const readWhileSeen = async (): Promise<string> => {
      const seen = await services.seenMacs(caller, boards);
      requireThroughout(async () => {
        if ((await find()) === null) throw new NotFound(GONE);
        const stillSeen = new Set(await services.seenMacs(caller, boards));
        if (!seen.every((mac) => stillSeen.has(mac))) throw new NotFound(GONE);
      });
      return read(integration);
    };
    return app.readInTurn(caller, readWhileSeen, signal);
  };
  bindCall(app, listIntegrations, async ({ caller }) => ({
    integrations: await integrations.list(caller),
    ports,
  }));
  bindCall(app, createIntegration, ({ caller, body }) => integrations.create(caller, body));
  bindCall(app, revokeIntegration, ({ caller, params }) => integrations.revoke(caller, params.id));
  bindCall(app, readCalendar, async ({ params, ...call }) => {
    const text = await readLink(params, 'calendar', calendar.read, call);
    call.reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="nascente.ics"');
    return text;
  });
  bindCall(app, readCsvByLink, async ({ params, query, ...call }) => {
    const requested = { days: Number(query.days), separator: query.separator };
    const text = await readLink(params, 'csv', (integration) => csv.csv(integration, requested), call);
    call.reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'inline; filename="nascente.csv"');
    return text;
  });
  bindCall(app, readMeterMetrics, async ({ caller, reply }) => {
    const text = await metrics.read(caller);
    reply.type(PROMETHEUS);
    return text;
  });
};
