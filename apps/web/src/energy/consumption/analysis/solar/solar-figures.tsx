import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatPercent, formatShortDay } from '@nascente/domain/base/units/format';
import { creditWorth, type SolarBalance, type SolarRole } from '@nascente/domain/energy/subjects/solar';
import { moneyOf, quantityOf } from '../../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../../shared/consumption/amount-number.tsx';
import type { PostPrices } from '../../../../shared/consumption/posts.ts';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Stat, StatList } from '../../../../shared/ui/marks/stat-list.tsx';

interface SolarFiguresProps {
  readonly role: SolarRole;
  readonly balance: SolarBalance;
  readonly prices: PostPrices | null;
  readonly cycle: { readonly start: string; readonly injected: number } | null;
}

const Energy = ({ total }: { readonly total: number }) => (
  <AmountNumber amount={quantityOf(total, 'eletric')} />
);

/** What went to the grid and what that is worth; with a measured inverter also what was used on the spot. */
export const SolarFigures = ({ role, balance, prices, cycle }: SolarFiguresProps) => {
  const { imported, injected, injectedByPost, generation } = balance;
  return (
    <StatList>
      <Stat label={role === 'inverter' ? 'Gerada no período' : 'Injetada no período'}>
        <Energy total={injected} />
      </Stat>
      {cycle !== null && (
        <Stat label="Injetada no ciclo" qualifier={`desde ${formatShortDay(civilDate(cycle.start))}`}>
          <Energy total={cycle.injected} />
        </Stat>
      )}
      {role === 'grid' && prices !== null && (
        <Stat label="Crédito, no máximo" qualifier="ao preço de hoje">
          <AmountNumber amount={moneyOf(creditWorth(injectedByPost, prices))} />
        </Stat>
      )}
      {role === 'grid' && generation === null && imported > 0 && (
        <Stat label="Injetada por consumida" qualifier="da rede">
          <BigNumber value={formatPercent(injected / imported)} />
        </Stat>
      )}
      {generation !== null && (
        <>
          <Stat label="Gerada">
            <Energy total={generation.generated} />
          </Stat>
          <Stat label="Autoconsumo">
            <Energy total={generation.selfConsumed} />
          </Stat>
          <Stat label="Exportada" qualifier="da geração">
            <BigNumber value={formatPercent(generation.exportedShare)} />
          </Stat>
          <Stat label="Vinda dos painéis" qualifier="do uso no local">
            <BigNumber value={formatPercent(generation.suppliedShare)} />
          </Stat>
        </>
      )}
    </StatList>
  );
};
