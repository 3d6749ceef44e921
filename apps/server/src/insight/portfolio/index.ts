import { readPortfolio, readPortfolioFile } from '@nascente/contract/insight/portfolio';
import type { PlannedReader } from '../../money/budgets/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import { createPortfolioService, type OpenAlerts } from './portfolio.service.ts';
import { createPortfolioFigures } from './portfolio-figures.ts';

export const createPortfolioFeature = (needs: {
  establishments: EstablishmentsService;
  cycle: EstablishmentReaders['cycle'];
  yearBefore: EstablishmentReaders['yearBefore'];
  planned: Pick<PlannedReader, 'ofCycle'>;
  openAlerts: OpenAlerts;
}): { register(app: CallBinder): void } => {
  const service = createPortfolioService({ ...needs, figuresOf: createPortfolioFigures(needs) });
  return {
    register(app: CallBinder): void {
      bindCall(app, readPortfolio, async ({ caller, body, signal }) => ({
        establishments: await service.read(caller, body, signal),
      }));
      bindCall(app, readPortfolioFile, ({ caller, query, signal }) =>
        service.file(caller, query.type, signal),
      );
    },
  };
};
