import type { BodyOf } from '@nascente/contract/call';
import { isId } from '@nascente/contract/conventions';
import type {
  editUtilityBill,
  enterUtilityBill,
  Reconciliation,
  UtilityBillAnswer,
} from '@nascente/contract/utility-bills';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { Conflict, InvalidInput, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { checkPeriod } from '../consumption/index.ts';
import type { BillMaker } from './bill-maker.ts';
import type { BilledPlaces } from './billed-places.service.ts';
import type { Utility } from './place-facts.repository.ts';
import { reconciliationOf } from './reconciliation.ts';
import type { EnteredBill, UtilityBillsRepository } from './utility-bills.repository.ts';

export interface UtilityBillsService {
  /** Of a client user those of days whose meters it all sees. */
  list(caller: Caller, id: string, type: Utility): Promise<UtilityBillAnswer[]>;
  /** Throws Conflict where one with the same days is there. */
  enter(caller: Caller, id: string, given: BodyOf<typeof enterUtilityBill>): Promise<UtilityBillAnswer>;
  edit(
    caller: Caller,
    id: string,
    billId: string,
    given: BodyOf<typeof editUtilityBill>,
  ): Promise<UtilityBillAnswer>;
  remove(caller: Caller, id: string, billId: string): Promise<void>;
  reconcile(caller: Caller, id: string, billId: string): Promise<Reconciliation>;
}

const NO_BILL = 'Conta não encontrada.';
const SAME_DAYS = 'Já há uma conta com este período.';
const NO_UPLOAD = 'Imagem não encontrada. Envie a imagem da conta novamente.';

const cycleOf = ({ start, end }: Pick<EnteredBill, 'start' | 'end'>) => ({
  first: start as CivilDate,
  last: end as CivilDate,
});

export const createUtilityBillsService = (needs: {
  places: BilledPlaces;
  bills: UtilityBillsRepository;
  maker: BillMaker;
}): UtilityBillsService => {
  const { places, bills, maker } = needs;

  const findBill = async (id: string, billId: string): Promise<UtilityBillAnswer> => {
    const bill = isId(billId) ? await bills.find(id, billId) : null;
    if (bill === null) throw new NotFound(NO_BILL);
    return bill;
  };
  const check = async (
    caller: Caller,
    id: string,
    { start, end, image }: EnteredBill,
    present: string | null,
  ): Promise<void> => {
    checkPeriod(start as CivilDate, end as CivilDate, 'end');
    if (image === null || image === present) return;
    if (isId(image) && (await bills.mayRefer(id, caller.accountId, image))) return;
    throw new InvalidInput(NO_UPLOAD, [{ path: 'image', msg: NO_UPLOAD }]);
  };

  return {
    async list(caller, id, type) {
      const place = await places.find(caller, id, type, 'see-bills');
      const all = await bills.list(id, type);
      return all.filter((bill) => places.seesWhole(caller, place, cycleOf(bill)));
    },
    async enter(caller, id, given) {
      const { now } = await places.find(caller, id, given.type, 'edit-establishment');
      await check(caller, id, given, null);
      const billId = await bills.insert(id, given, new Date(now));
      if (billId === null) throw new Conflict(SAME_DAYS);
      return findBill(id, billId);
    },
    async edit(caller, id, billId, given) {
      await places.find(caller, id, 'eletric', 'edit-establishment');
      const { id: _, ...known } = await findBill(id, billId);
      const changes = Object.entries(given).filter(([, value]) => value !== undefined);
      const bill: EnteredBill = { ...known, ...Object.fromEntries(changes) };
      await check(caller, id, bill, known.image);
      if (!(await bills.update(id, billId, bill))) throw new Conflict(SAME_DAYS);
      return findBill(id, billId);
    },
    async remove(caller, id, billId) {
      await places.find(caller, id, 'eletric', 'edit-establishment');
      if (!(isId(billId) && (await bills.remove(id, billId)))) throw new NotFound(NO_BILL);
    },
    async reconcile(caller, id, billId) {
      const seen = await places.find(caller, id, 'eletric', 'see-bills');
      const billed = await findBill(id, billId);
      const place = { ...seen, type: billed.type };
      places.requireWhole(caller, place, cycleOf(billed));
      return reconciliationOf(place, billed, maker);
    },
  };
};
