import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay } from '@nascente/domain/base/units/format';
import { useMemo, useState } from 'react';
import { BarGraph } from '../../shared/charts/bars/bar-graph.tsx';
import { ChartFrame } from '../../shared/charts/chart-frame.tsx';
import {
  adviceOf,
  amountOf,
  detailsOf,
  rangeOf,
  titleOf,
} from '../../shared/opportunities/opportunity-words.ts';
import { SurenessDots } from '../../shared/opportunities/sureness-dots.tsx';
import entry from '../../shared/ui/entry.module.css';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { evidenceChart } from './evidence.ts';
import { OfferedPrice } from './offered-price.tsx';
import styles from './opportunities.module.css';
import { OpportunityActs } from './opportunity-acts.tsx';
import { atSupplierPrice, typedPriceOf } from './priced-market.ts';
import { ProvenSaving } from './proven-saving.tsx';
import { asOne, type Together } from './same-prices.ts';
import { SupplierPrice } from './supplier-price.tsx';

interface OpportunityProps {
  readonly opportunity: Opportunity;
}

const CHART_HEIGHT = 180;

const Evidence = ({ opportunity }: OpportunityProps) => {
  const { label, note, series, bars, table, describe } = useMemo(
    () => evidenceChart(opportunity),
    [opportunity],
  );
  return (
    <ChartFrame
      label={label}
      state={{ kind: 'ready' }}
      height={CHART_HEIGHT}
      legend={series}
      note={note}
      table={table}
    >
      <BarGraph label={label} bars={bars} series={series} height={CHART_HEIGHT} describe={describe} />
    </ChartFrame>
  );
};

const Decision = ({ opportunity: { state, reason, doneOn, decided } }: OpportunityProps) => {
  const by = decided?.by === null || decided === null ? '' : ` (${decided.by})`;
  if (state === 'accepted') return <Tag tone="good">Vai ser feito{by}</Tag>;
  if (state === 'done' && doneOn !== null)
    return (
      <Tag tone="good">
        Feito em {formatDay(civilDate(doneOn))}
        {by}
      </Tag>
    );
  return state === 'dismissed' ? (
    <p className={styles.reason}>
      Descartada{by}: {reason}
    </p>
  ) : null;
};

const NAMES = new Intl.ListFormat('pt-BR');
const namesOf = (opportunities: Together): string =>
  NAMES.format(opportunities.map(({ establishment }) => establishment.name));

/** What was measured at each establishment, and where it is told in full. */
const Details = ({ opportunities, title }: { readonly opportunities: Together; readonly title: string }) => {
  const [isOpen, setOpen] = useState(false);
  const isOne = opportunities.length === 1;
  return (
    <>
      <div className={entry.foot}>
        <button type="button" className={styles.why} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron-down" size={16} /> Ver o que foi medido
          <span className={styles.heard}>: {title}</span>
        </button>
        {opportunities.map((opportunity) => {
          const { to, words } = detailsOf(opportunity);
          return (
            <TextLink key={to} to={to}>
              {isOne ? words : `${words}: ${opportunity.establishment.name}`}
            </TextLink>
          );
        })}
      </div>
      {isOpen &&
        opportunities.map((opportunity) => (
          <div key={opportunity.establishment._id}>
            {!isOne && <h3 className={styles.place}>{opportunity.establishment.name}</h3>}
            <Evidence opportunity={opportunity} />
          </div>
        ))}
    </>
  );
};

/** One saving: what to do, where, how much in a year and how sure; below it, on demand, what was measured. */
export const OpportunityRow = ({ opportunities }: { readonly opportunities: Together }) => {
  const [typed, setTyped] = useState('');
  const price = typedPriceOf(typed);
  const opportunity = useMemo(() => {
    const one = asOne(opportunities);
    return one.kind === 'free-market' ? atSupplierPrice(one, price) : one;
  }, [opportunities, price]);
  const { kind, perYear, sureness, state } = opportunity;
  const together: Together = opportunities.length === 1 ? [opportunity] : opportunities;
  const range = rangeOf(opportunity);
  return (
    <li className={styles.opportunity} tabIndex={-1}>
      <div className={entry.head}>
        <div className={styles.about}>
          <h2>{titleOf(opportunity)}</h2>
          <p className={styles.muted}>{namesOf(opportunities)}</p>
        </div>
        <div className={entry.amount}>
          <b>{amountOf(opportunity)}</b>
          {range !== null && (
            <span className={styles.muted}>
              {range} {perYear !== null && <SurenessDots sureness={sureness} />}
            </span>
          )}
        </div>
      </div>
      {state !== 'done' && <p>{adviceOf(opportunity)}</p>}
      {state !== 'done' && <OfferedPrice kind={kind} perYear={perYear} />}
      {state !== 'done' && opportunity.kind === 'free-market' && (
        <SupplierPrice market={opportunity.market} typed={typed} onType={setTyped} />
      )}
      <Decision opportunity={opportunity} />
      {state === 'done' && <ProvenSaving opportunity={opportunity} />}
      <Details opportunities={together} title={titleOf(opportunity)} />
      <OpportunityActs opportunities={opportunities} />
    </li>
  );
};
