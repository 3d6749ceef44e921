import type { AnswerOf } from '@nascente/contract/base/call';
import { readAlwaysOn } from '@nascente/contract/energy/analysis';
import { readNightFlow } from '@nascente/contract/energy/water';
import type { Board } from '@nascente/contract/sites/meters';
import { formatDayRange, formatNumber, formatPercent } from '@nascente/domain/base/units/format';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../../shared/api/api-client.ts';
import { moneyOf, quantityOf } from '../../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../../shared/consumption/amount-number.tsx';
import { completenessText } from '../../../../shared/consumption/completeness.ts';
import { TouRules } from '../../../../shared/consumption/tou-rules.tsx';
import { BigNumber } from '../../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../../shared/ui/marks/stat-list.tsx';
import { Answer } from '../../../../shared/ui/page/answer.tsx';
import { EmptyState } from '../../../../shared/ui/page/empty-state.tsx';
import { SkeletonBlock } from '../../../../shared/ui/page/skeleton.tsx';
import type { Period } from '../../period/period-range.ts';
import { analysedDays } from '../../period/period-range.ts';
import { RESTING_BODY } from '../near-card.tsx';
import classes from './base-load-card.module.css';

type BaseLoad = NonNullable<AnswerOf<typeof readAlwaysOn>['alwaysOn']>;

/** The meaning of the figures, and their limits. */
export const meaningOf = (
  board: Pick<Board, 'type' | 'solarPanel'>,
  power: number,
  isLeaking: boolean,
): string => {
  if (board.type === 'water' && power > 0)
    return 'Em quase toda hora a água correu ao menos assim: pode ser um vazamento.';
  if (board.type === 'water' && isLeaking)
    return 'Em parte deste período a água parou, mas nas últimas noites não: veja o aviso em Vazão noturna.';
  if (board.type === 'water') return 'Em parte do tempo não corre água nenhuma: é o que se espera.';
  if (board.solarPanel)
    return 'O que passa pelo medidor a qualquer hora. Com painéis neste ponto ele só vê o que vem da rede: o que fica ligado pode ser mais.';
  return 'O que fica ligado a qualquer hora, de dia e de noite: em 95% do tempo a potência não foi menor.';
};

const useIsLeaking = ({ type, macAddress: mac }: Board): boolean => {
  const { data } = useQuery({
    ...queryFor(readNightFlow, { params: { mac } }),
    enabled: type === 'water',
  });
  return data !== undefined && (data.nightFlow.leak ?? data.nightFlow.continuous) !== null;
};

const Figures = ({ base, board }: { readonly base: BaseLoad; readonly board: Board }) => {
  const isLeaking = useIsLeaking(board);
  const { power, energy, share, cost, completeness, touPeriods } = base;
  const isWater = board.type === 'water';
  return (
    <div className={classes.body}>
      <StatList>
        <Stat label={isWater ? 'Vazão permanente' : 'Potência permanente'}>
          <BigNumber value={formatNumber(power, isWater ? 1 : 2)} unit={isWater ? 'L/min' : 'kW'} />
        </Stat>
        <Stat label="Do consumo">
          <BigNumber value={formatPercent(share)} />
        </Stat>
        <Stat label="No período">
          <AmountNumber amount={quantityOf(energy, board.type)} />
        </Stat>
        {cost !== null && (
          <Stat label="Custo">
            <AmountNumber amount={moneyOf(cost)} />
          </Stat>
        )}
      </StatList>
      <p className={classes.meaning}>{meaningOf(board, power, isLeaking)}</p>
      <div>
        <p className={classes.note}>{completenessText(completeness)}</p>
        {cost !== null && <TouRules rules={touPeriods} />}
      </div>
    </div>
  );
};

export const BaseLoadCard = ({ board, period }: { readonly board: Board; readonly period: Period }) => {
  const { start, end } = analysedDays(period);
  const query = useQuery(queryFor(readAlwaysOn, { params: { mac: board.macAddress, start, end } }));
  const { data } = query;
  return (
    <Card title="Carga permanente" terms={['carga-permanente']} qualifier={formatDayRange(start, end)}>
      {data === undefined && (
        <Answer
          query={query}
          rest={<SkeletonBlock height={RESTING_BODY} />}
          label="Carregando a carga permanente"
        />
      )}
      {data?.alwaysOn === null && <EmptyState icon="chart">Não há medições neste período.</EmptyState>}
      {data?.alwaysOn && <Figures base={data.alwaysOn} board={board} />}
    </Card>
  );
};
