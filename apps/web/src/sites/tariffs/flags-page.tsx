import { type FlagOfMonth, listFlags } from '@nascente/contract/sites/flags';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { addMonths, type CivilMonth, monthOf, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatMonth, formatNumber } from '@nascente/domain/base/units/format';
import { FLAGS } from '@nascente/domain/sites/tariffs/billing-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { Card } from '../../shared/ui/marks/card.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../shared/ui/page/skeleton.tsx';
import { FlagDialog } from './flag-dialog.tsx';
import styles from './flags.module.css';
import { TariffsFrame } from './tariffs-frame.tsx';

const HOUR_MS = 3_600_000;
const MONTHS = 12;

interface MonthTileProps {
  month: CivilMonth;
  flag: FlagOfMonth | undefined;
  onOpen: () => void;
}

const surchargeText = (price: number): string =>
  price === 0 ? 'sem adicional' : `R$ ${formatNumber(price, 5)}/kWh`;

const MonthTile = ({ month, flag, onOpen }: MonthTileProps) => {
  const said = flag ? FLAGS[flag.flag] : 'não informada';
  return (
    <button type="button" className={styles.month} data-flag={flag?.flag} onClick={onOpen}>
      <b>
        {formatMonth(month)} <span className={styles.heard}>de {month.slice(0, 4)}</span>
      </b>
      <span>{said}</span>
      {flag && <small>{surchargeText(flag.price)}</small>}
    </button>
  );
};

const yearsOf = (flags: readonly FlagOfMonth[], last: CivilMonth): number[] => {
  const newest = Number(last.slice(0, 4));
  const oldest = Math.min(newest - 1, ...flags.map(({ month }) => Number(month.slice(3))));
  return Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index);
};

const Years = ({ flags }: { flags: readonly FlagOfMonth[] }) => {
  const [open, setOpen] = useState<CivilMonth | null>(null);
  const thisMonth = monthOf(civilDateAt(instant(useNow(HOUR_MS)), DEFAULT_ZONE));
  const flagByMonth = new Map(flags.map((flag) => [flag.month, flag]));
  const flagOf = (month: CivilMonth) => flagByMonth.get(toMonthOfYear(month));
  return (
    <>
      {yearsOf(flags, addMonths(thisMonth, 1)).map((year) => (
        <section key={year} className={styles.year} aria-label={String(year)}>
          <h3>{year}</h3>
          <div className={styles.months}>
            {Array.from({ length: MONTHS }, (_, index) => {
              const month = addMonths(`${year}-01` as CivilMonth, index);
              return (
                <MonthTile key={month} month={month} flag={flagOf(month)} onOpen={() => setOpen(month)} />
              );
            })}
          </div>
        </section>
      ))}
      {open !== null && <FlagDialog month={open} flagBefore={flagOf(open)} onClose={() => setOpen(null)} />}
    </>
  );
};

/** The tariff flag of each month, a year a row. */
export const FlagsPage = () => {
  const flags = useQuery(queryFor(listFlags, {}));
  return (
    <TariffsFrame title="Bandeiras tarifárias">
      <Card
        title="Bandeiras por mês"
        terms={['bandeira']}
        qualifier="adicional sem tributos"
        tour="flags-months"
      >
        {flags.isError && (
          <ErrorState failure={flags.error} onRetry={flags.refetch} retrying={flags.isFetching} />
        )}
        {flags.isPending && (
          <Loading>
            <SkeletonRows rows={5} />
          </Loading>
        )}
        {flags.data && <Years flags={flags.data.flags} />}
      </Card>
    </TariffsFrame>
  );
};
