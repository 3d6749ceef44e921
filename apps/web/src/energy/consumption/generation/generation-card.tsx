import type { DayInTotal } from '@nascente/contract/energy/consumption';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { formatDayRange, formatShortDay } from '@nascente/domain/base/units/format';
import { partlyMeasuredText } from '@nascente/domain/energy/consumption/partly-measured';
import { quantityOf } from '../../../shared/consumption/amount.ts';
import { AmountNumber } from '../../../shared/consumption/amount-number.tsx';
import { isUnmeasured } from '../../../shared/consumption/completeness.ts';
import { Note } from '../../../shared/consumption/forecast-note.tsx';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { RestingStats, Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import type { MeterView } from '../meter-view.ts';
import type { DaysInTotal } from '../month/use-month.ts';
import { useMonth } from '../month/use-month.ts';

interface GenerationCardProps extends Pick<MeterView, 'board' | 'today'> {
  /** With live messages, kWh; null while unknown. */
  readonly generatedToday: number | null;
}

/** Total, mean and best of the days before today, kWh. */
export const daysBefore = (days: readonly DayInTotal[], today: string) => {
  const before = days.filter((day) => day.date < today && !isUnmeasured(day));
  const sum = before.reduce((total, day) => total + day.total, 0);
  const best = before.reduce<DayInTotal | null>(
    (highest, day) => (highest === null || day.total > highest.total ? day : highest),
    null,
  );
  return { sum, mean: before.length === 0 ? null : sum / before.length, best };
};

const Energy = ({ kwh }: { readonly kwh: number | null }) =>
  kwh === null ? <BigNumber value="–" /> : <AmountNumber amount={quantityOf(kwh, 'generation')} />;

interface FiguresProps extends Pick<GenerationCardProps, 'today' | 'generatedToday'> {
  readonly days: readonly DayInTotal[];
  readonly shares: DaysInTotal['shares'];
}

const Figures = ({ days, shares, today, generatedToday }: FiguresProps) => {
  const { sum, mean, best } = daysBefore(days, today);
  const stored = days.find(({ date }) => date === today);
  const ofToday = generatedToday ?? (stored === undefined || isUnmeasured(stored) ? null : stored.total);
  const isLoaded = best !== null || ofToday !== null;
  const range = formatDayRange(firstDayOf(monthOf(today)), today);
  const share = shares && partlyMeasuredText(shares.completeness, shares.estimated);
  return (
    <>
      <StatList>
        <Stat label="Gerada hoje">
          <Energy kwh={ofToday} />
        </Stat>
        <Stat label="Gerada no mês" qualifier={[range, share ?? []].flat().join(' · ')}>
          <Energy kwh={isLoaded ? sum + (ofToday ?? 0) : null} />
        </Stat>
        <Stat label="Média diária" qualifier="até ontem">
          <Energy kwh={mean} />
        </Stat>
        <Stat
          label="Melhor dia"
          qualifier={best === null ? 'até ontem' : formatShortDay(civilDate(best.date))}
        >
          <Energy kwh={best?.total ?? null} />
        </Stat>
      </StatList>
      {!isLoaded && <Note>Não há medições neste mês.</Note>}
    </>
  );
};

const LABELS = ['Gerada hoje', 'Gerada no mês', 'Média diária', 'Melhor dia'] as const;

export const GenerationCard = ({ board, today, generatedToday }: GenerationCardProps) => {
  const { days, shares, ...query } = useMonth(board, monthOf(today), today);
  return (
    <Card tour="meter-generation">
      {days === undefined ? (
        <Answer
          query={{ ...query, data: days }}
          label="Carregando a geração"
          rest={<RestingStats labels={LABELS} />}
        />
      ) : (
        <Figures days={days} shares={shares} today={today} generatedToday={generatedToday} />
      )}
    </Card>
  );
};
