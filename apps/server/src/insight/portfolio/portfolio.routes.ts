import { readPortfolio, readPortfolioFile } from '@nascente/contract/insight/portfolio';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { PortfolioService } from './portfolio.service.ts';

export const bindPortfolio = (app: CallBinder, portfolio: PortfolioService): void => {
  bindCall(app, readPortfolio, async ({ caller, body, signal }) => ({
    ok: true,
    establishments: await portfolio.read(caller, body, signal),
  }));
  bindCall(app, readPortfolioFile, ({ caller, query, signal }) => portfolio.file(caller, query.type, signal));
};
