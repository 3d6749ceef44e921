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
import { readElectronicBill } from '@nascente/contract/money/electronic-bills';
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
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindUpload } from '../../platform/http/calls/bind-upload.ts';
import type { BillChangesService } from './bill-changes.service.ts';
import type { BillsService } from './bills.service.ts';
import type { ComparisonService } from './comparison/comparison.service.ts';
import type { DemandOptimumService } from './comparison/demand-optimum.service.ts';
import type { MarketComparisonService } from './comparison/market-comparison.service.ts';
import type { FoundContractService } from './contracts/found-contract.service.ts';
import type { TermsService } from './contracts/terms.service.ts';
import type { FrozenBillsService } from './frozen-bills.service.ts';
import type { ElectronicBillsService } from './utility-bills/electronic-bills.service.ts';
import type { UtilityBillsService } from './utility-bills/utility-bills.service.ts';

export const bindUtilityBills = (
  app: CallBinder,
  bills: UtilityBillsService,
  electronic: ElectronicBillsService,
): void => {
  bindUpload(app, readElectronicBill, async ({ caller, params, file, signal }) => ({
    bill: await electronic.read(caller, params.id, file, signal),
  }));
  bindField(app, listUtilityBills, ({ caller, params, query }) => bills.list(caller, params.id, query.type));
  bindField(app, enterUtilityBill, ({ caller, params, body }) => bills.enter(caller, params.id, body));
  bindField(app, editUtilityBill, ({ caller, params, body }) =>
    bills.edit(caller, params.id, params.billId, body),
  );
  bindCall(app, removeUtilityBill, ({ caller, params }) => bills.remove(caller, params.id, params.billId));
  bindField(app, readReconciliation, ({ caller, params }) =>
    bills.reconcile(caller, params.id, params.billId),
  );
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
  bindField(app, readBill, ({ caller, params, query }) => bills.read(caller, params.id, query));
  bindField(app, readBillChanges, ({ caller, params, query }) => changes.read(caller, params.id, query));
  bindField(app, readPriceTariff, ({ caller, params }) => bills.priceTariff(caller, params));
  bindField(app, listFrozenBills, ({ caller, params, query }) =>
    frozenBills.list(caller, params.id, query.type),
  );
  bindCall(app, readFrozenBill, ({ caller, params }) => frozenBills.read(caller, params.id, params.billId));
  bindField(app, closeBill, ({ caller, params, body }) => frozenBills.close(caller, params.id, body));
  bindField(app, readTariffComparison, ({ caller, params, query }) =>
    comparison.read(caller, params.id, query.end),
  );
  bindField(app, readMarketComparison, ({ caller, params, query }) => markets.read(caller, params.id, query));
  bindField(app, readDemandOptimum, ({ caller, params, query }) =>
    optimum.read(caller, params.id, query.end),
  );
};

export const bindTerms = (app: CallBinder, terms: TermsService, found: FoundContractService): void => {
  bindField(app, findContract, ({ caller, params, body, signal }) =>
    found.find(caller, params.id, body, signal),
  );
  bindUpload(app, readBillText, ({ caller, params, file, signal }) =>
    found.read(caller, params.id, file, signal),
  );
  bindField(app, readContract, ({ caller, params, query }) => terms.contract(caller, params.id, query.type));
  bindField(app, saveContract, ({ caller, params, body }) => terms.saveContract(caller, params.id, body));
  bindField(app, removeContractVersion, ({ caller, params }) =>
    terms.removeContract(caller, params.id, params.type, params.validFrom),
  );
  bindField(app, readReadingDates, ({ caller, params, query }) =>
    terms.readings(caller, params.id, query.type),
  );
  bindField(app, saveReadingDates, ({ caller, params, body }) =>
    terms.saveReadings(caller, params.id, body.type, body.dates),
  );
};
