import type { BodyOf } from '@nascente/contract/base/call';
import type { PortfolioEntries, readPortfolio } from '@nascente/contract/insight/portfolio';
import { may } from '@nascente/domain/people/permissions';
import type { Caller } from '../../platform/http/caller.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import type { ReadFigures } from './portfolio-figures.ts';
import { portfolioWorkbook } from './portfolio-workbook.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type OpenAlerts = (caller: Caller, type: BoardType) => Promise<ReadonlyMap<string, number>>;

export interface PortfolioService {
  /** In the order asked. Throws NotFound for all of them where one is not the caller's. */
  read(caller: Caller, asked: BodyOf<typeof readPortfolio>, signal: AbortSignal): Promise<PortfolioEntries>;
  file(caller: Caller, type: BoardType, signal: AbortSignal): Promise<StreamedAnswer>;
}

export const createPortfolioService = (needs: {
  figuresOf: ReadFigures;
  establishments: Pick<EstablishmentsService, 'list'>;
  openAlerts: OpenAlerts;
}): PortfolioService => {
  const { figuresOf, establishments, openAlerts } = needs;

  const read: PortfolioService['read'] = async (caller, { ids, type }, signal) => {
    requirePermission(caller, 'see-consumption');
    const alerts = await openAlerts(caller, type);
    const entries: PortfolioEntries = [];
    // One after the other: a person's list takes no more of the database at once than a person's card does.
    for (const id of ids) {
      signal.throwIfAborted();
      entries.push({ figures: await figuresOf(caller, id, type), alerts: alerts.get(id) ?? 0 });
    }
    return entries;
  };

  return {
    read,
    async file(caller, type, signal) {
      requirePermission(caller, 'see-consumption');
      const listed = (await establishments.list(caller)).filter(
        ({ owner }) => !may(caller.profile, 'see-every-customer') || owner === caller.accountId,
      );
      const entries = await read(caller, { ids: listed.map(({ _id }) => _id), type }, signal);
      const rows = listed.flatMap((establishment, index) => {
        const entry = entries[index];
        return entry === undefined ? [] : [{ establishment, ...entry }];
      });
      return new StreamedAnswer(portfolioWorkbook(rows, type), { contentType: XLSX, name: 'portfolio.xlsx' });
    },
  };
};
