import type { PlannedReader } from '../../money/budgets/index.ts';
import type { EstablishmentReaders } from '../../money/establishment-consumption/index.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import { bindPortfolio } from './portfolio.routes.ts';
import { createPortfolioService, type OpenAlerts } from './portfolio.service.ts';
import { createPortfolioFigures } from './portfolio-figures.ts';

/** Establishments of a customer beside each other. */
export const createPortfolioFeature = (needs: {
  establishments: EstablishmentsService;
  cycle: EstablishmentReaders['cycle'];
  yearBefore: EstablishmentReaders['yearBefore'];
  planned: Pick<PlannedReader, 'ofCycle'>;
  openAlerts: OpenAlerts;
}): { register(app: CallBinder): void } => {
  const service = createPortfolioService({ ...needs, figuresOf: createPortfolioFigures(needs) });
  return { register: (app) => bindPortfolio(app, service) };
};
