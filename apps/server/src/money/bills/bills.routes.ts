import { readBillChanges } from '@nascente/contract/money/bill-changes';
import {
  readContract,
  readReadingDates,
  removeContractVersion,
  saveContract,
  saveReadingDates,
} from '@nascente/contract/money/billing-terms';
import {
  closeBill,
  listFrozenBills,
  readBill,
  readFrozenBill,
  readPriceTariff,
} from '@nascente/contract/money/bills';
import { findContract, readBillText } from '@nascente/contract/money/found-contract';
import { readMarketComparison } from '@nascente/contract/money/market-comparison';
import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import {
  editUtilityBill,
  enterUtilityBill,
  listUtilityBills,
  readReconciliation,
  removeUtilityBill,
} from '@nascente/contract/money/utility-bills';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindUpload } from '../../platform/http/calls/bind-upload.ts';
import type { BillChangesService } from './bill-changes.service.ts';
import type { BillsService } from './bills.service.ts';
import type { ComparisonService } from './comparison/comparison.service.ts';
import type { DemandOptimumService } from './comparison/demand-optimum.service.ts';
import type { MarketComparisonService } from './comparison/market-comparison.service.ts';
import type { FoundContractService } from './contracts/found-contract.service.ts';
import type { TermsService } from './contracts/terms.service.ts';
import type { FrozenBillsService } from './frozen-bills.service.ts';
import type { UtilityBillsService } from './utility-bills/utility-bills.service.ts';

export const bindUtilityBills = (app: CallBinder, bills: UtilityBillsService): void => {
  bindCall(app, listUtilityBills, async ({ caller, params, query }) => ({
    bills: await bills.list(caller, params.id, query.type),
  }));
  bindCall(app, enterUtilityBill, async ({ caller, params, body }) => ({
    bill: await bills.enter(caller, params.id, body),
  }));
  bindCall(app, editUtilityBill, async ({ caller, params, body }) => ({
    bill: await bills.edit(caller, params.id, params.billId, body),
  }));
  bindCall(app, removeUtilityBill, ({ caller, params }) => bills.remove(caller, params.id, params.billId));
  bindCall(app, readReconciliation, async ({ caller, params }) => ({
    reconciliation: await bills.reconcile(caller, params.id, params.billId),
  }));
};

export const bindBills = (
  app: CallBinder,
  services: {
    bills: BillsService;
    changes: BillChangesService;
    frozenBills: FrozenBillsService;
    comparison: ComparisonService;
    markets: MarketComparisonService;
    optimum: DemandOptimumService;
  },
): void => {
  const { bills, changes, frozenBills, comparison, markets, optimum } = services;
  bindCall(app, readBill, async ({ caller, params, query }) => ({
    bill: await bills.read(caller, params.id, query),
  }));
  bindCall(app, readBillChanges, async ({ caller, params, query }) => ({
    changes: await changes.read(caller, params.id, query),
  }));
  bindCall(app, readPriceTariff, async ({ caller, params }) => ({
    data: await bills.priceTariff(caller, params),
  }));
  bindCall(app, listFrozenBills, async ({ caller, params, query }) => ({
    bills: await frozenBills.list(caller, params.id, query.type),
  }));
  bindCall(app, readFrozenBill, ({ caller, params }) => frozenBills.read(caller, params.id, params.billId));
  bindCall(app, closeBill, async ({ caller, params, body }) => ({
    frozenBill: await frozenBills.close(caller, params.id, body),
  }));
  bindCall(app, readTariffComparison, async ({ caller, params, query }) => ({
    comparison: await comparison.read(caller, params.id, query.end),
  }));
  bindCall(app, readMarketComparison, async ({ caller, params, query }) => ({
    comparison: await markets.read(caller, params.id, query),
  }));
  bindCall(app, readDemandOptimum, async ({ caller, params, query }) => ({
    optimum: await optimum.read(caller, params.id, query.end),
  }));
};

export const bindTerms = (app: CallBinder, terms: TermsService, found: FoundContractService): void => {
  bindCall(app, findContract, async ({ caller, params, body, signal }) => ({
    found: await found.find(caller, params.id, body, signal),
  }));
  bindUpload(app, readBillText, ({ caller, params, file, signal }) =>
    found.read(caller, params.id, file, signal),
  );
  bindCall(app, readContract, async ({ caller, params, query }) => ({
    contract: await terms.contract(caller, params.id, query.type),
  }));
  bindCall(app, saveContract, async ({ caller, params, body }) => ({
    contract: await terms.saveContract(caller, params.id, body),
  }));
  bindCall(app, removeContractVersion, async ({ caller, params }) => ({
    contract: await terms.removeContract(caller, params.id, params.type, params.validFrom),
  }));
  bindCall(app, readReadingDates, async ({ caller, params, query }) => ({
    readings: await terms.readings(caller, params.id, query.type),
  }));
  bindCall(app, saveReadingDates, async ({ caller, params, body }) => ({
    readings: await terms.saveReadings(caller, params.id, body.type, body.dates),
  }));
};
