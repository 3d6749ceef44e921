import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { addMonths, monthOf } from '@nascente/domain/base/time/civil-month';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import {
  type CreditYear,
  compensatedYear,
  expiringCredits,
} from '@nascente/domain/insight/opportunities/expiring-credits';
import { yearlyAmount } from '@nascente/domain/insight/opportunities/yearly-saving';
import type { YearOfBills } from '../../../money/bills/index.ts';

const MWH_PER_KWH = 1e6;
const CENTS = 100;
const MONTHS_AHEAD = 12;
const MUCH_MEASURED = 0.8;
/** Factors of consumption that determine the range of the saving. */
const [MORE, LESS] = [1.1, 0.9];

const kwhOf = (cycle: MeasuredCycle, of: 'consumed' | 'injected'): number =>
  cycle.intervals.reduce((sum, interval) => {
    const { inPoint, interPoint, outPoint } = interval[of];
    return sum + inPoint + interPoint + outPoint;
  }, 0) / MWH_PER_KWH;

const isMeasured = ({ cycles }: YearOfBills): boolean =>
  cycles.every(({ completeness }) => completeness >= MUCH_MEASURED);

/** Credits that will expire unused if the next years equal the last one. */
export const creditsSaving = async (year: YearOfBills): Promise<SavingOf<'expiring-credits'> | null> => {
  const { contract, flags, cycles } = year;
  const { generation } = contract;
  if (generation === null) return null;
  const lots = await year.creditsNow();
  const measured = year.measuredOf(year.series);
  const ofCredits: CreditYear = { measured, contract: { ...contract, generation }, flags, lots: lots ?? [] };
  const found = expiringCredits(ofCredits);
  const { worth } = compensatedYear(ofCredits);
  if (found === null || worth === null) return null;
  const reaisOf = (energy: number | undefined): number => ((energy ?? 0) * worth) / CENTS;
  const isSoon = found.first <= addMonths(monthOf(year.today), MONTHS_AHEAD);
  const amount = yearlyAmount({
    perYear: reaisOf(found.energy),
    low: reaisOf(expiringCredits(ofCredits, MORE)?.energy),
    high: reaisOf(expiringCredits(ofCredits, LESS)?.energy),
    sureness: isSoon && isMeasured(year) ? 'medium' : 'low',
  });
  if (amount === null) return null;
  return {
    kind: 'expiring-credits',
    ...amount,
    credits: {
      energy: found.energy / MWH_PER_KWH,
      first: found.first,
      left: ofCredits.lots.reduce((sum, { energy }) => sum + energy, 0) / MWH_PER_KWH,
      cycles: measured.map((cycle, index) => ({
        date: cycles[index]?.start ?? cycle.cycle.first,
        consumed: kwhOf(cycle, 'consumed'),
        injected: kwhOf(cycle, 'injected'),
      })),
    },
    evidence: [],
  };
};
