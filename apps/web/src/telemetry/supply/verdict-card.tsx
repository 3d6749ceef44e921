import { Button, NativeSelect } from '@mantine/core';
import type { SupplyWeekAnswer } from '@nascente/contract/telemetry/supply';
import { addDays, type CivilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { NOMINAL_VOLTS } from '@nascente/domain/telemetry/supply/supply-windows';
import type { ReactNode } from 'react';
import { BigNumber } from '../../shared/ui/marks/big-number.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../shared/ui/marks/stat-list.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { StepButtons } from '../../shared/ui/step-buttons.tsx';
import styles from './supply.module.css';
import { DAYS_OF_WEEK, type SupplySearch } from './supply-search.ts';
import { indicatorsOf, shareText, verdictOf } from './supply-words.ts';

const Verdict = ({ supply }: { readonly supply: SupplyWeekAnswer }) => {
  const { tone, title, text } = verdictOf(supply);
  return (
    <>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      <StatList>
        {indicatorsOf(supply).map(({ key, label, share, limit, isOver }) => (
          <Stat
            key={key}
            label={label}
            tone={isOver ? 'bad' : undefined}
            qualifier={
              share === null ? 'não medido' : `${isOver ? 'acima de' : 'limite'} ${shareText(limit)}`
            }
          >
            <BigNumber value={share === null ? '–' : shareText(share)} />
          </Stat>
        ))}
      </StatList>
    </>
  );
};

interface VerdictCardProps {
  readonly search: SupplySearch;
  /** Null while it is not known. */
  readonly supply: SupplyWeekAnswer | null;
  readonly today: CivilDate;
  readonly onChange: (change: Partial<SupplySearch>) => void;
  readonly onSave: () => void;
  /** What stands in for the verdict while there is none. */
  readonly otherwise: ReactNode;
}

/** Which week, by which voltage, and how it was. */
export const VerdictCard = ({ search, supply, today, onChange, onSave, otherwise }: VerdictCardProps) => {
  const { start } = search;
  const end = addDays(start, DAYS_OF_WEEK - 1);
  const next = addDays(start, DAYS_OF_WEEK);
  return (
    <Card
      tour="supply-week"
      title="A semana"
      qualifier={formatDayRange(start, end)}
      terms={['drp-drc', 'desequilibrio', 'distorcao']}
      action={
        <StepButtons
          previous="Semana anterior"
          next="Próxima semana"
          onPrevious={() => onChange({ start: addDays(start, -DAYS_OF_WEEK) })}
          onNext={next <= today ? () => onChange({ start: next }) : null}
        />
      }
    >
      <div className={styles.verdict}>
        {supply === null ? otherwise : <Verdict supply={supply} />}
        <div className={styles.controls}>
          <NativeSelect
            label="Tensão nominal de uma fase"
            value={supply === null ? (search.nominal ?? '') : String(supply.nominal)}
            data={NOMINAL_VOLTS.map((volts) => ({ value: String(volts), label: `${volts} V` }))}
            onChange={({ currentTarget: { value } }) => onChange({ nominal: value })}
          />
          <Button variant="default" disabled={supply === null || supply.counted === 0} onClick={onSave}>
            Baixar CSV
          </Button>
        </div>
      </div>
    </Card>
  );
};
