import { TextInput } from '@mantine/core';
import type { Opportunity, OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatNumber } from '@nascente/domain/base/units/format';
import { savedAt, totalAt, yearlyDifference } from '@nascente/domain/insight/opportunities/supplier-price';
import { MIN_A_YEAR, yearlySaving } from '@nascente/domain/insight/opportunities/yearly-saving';
import { useMemo, useState } from 'react';
import { BarChart } from '../../shared/charts/bar-chart.tsx';
import { listText } from '../../shared/counted-text.ts';
import { reaisOf } from '../../shared/forms/fields/decimal-input.ts';
import { SUPPLIER_PRICE_ERROR, supplierPriceOf } from '../../shared/forms/supplier-price.ts';
import {
  adviceOf,
  amountOf,
  detailsOf,
  ownSavingOf,
  perMwhText,
  rangeOf,
  roundedReais,
  titleOf,
} from '../../shared/opportunities/opportunity-texts.ts';
import { SurenessDots } from '../../shared/opportunities/sureness-dots.tsx';
import entry from '../../shared/ui/entry.module.css';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { evidenceChart } from './evidence.ts';
import styles from './opportunities.module.css';
import { OpportunityActs } from './opportunity-acts.tsx';
import { ProvenSaving } from './proven-saving.tsx';
import { asOne, type Together } from './same-prices.ts';

const MONTHS_A_YEAR = 12;
const MAX_MONTHS = 24;

interface Offered {
  readonly label: string;
  readonly life: number;
}

/** Kinds whose price only an offer states. Panels are guaranteed for 25 years; capacitors age sooner. */
const OFFERED: Partial<Record<Opportunity['kind'], Offered>> = {
  reactive: { label: 'Preço do banco instalado (R$)', life: 15 },
  'larger-generation': { label: 'Preço da ampliação instalada (R$)', life: 25 },
};

/** 'Paga-se em 8 meses.', 'Paga-se em 2,5 anos.' */
const paybackText = (price: number, perYear: number, { life }: Offered): string => {
  const months = Math.max(1, Math.ceil((price / perYear) * MONTHS_A_YEAR));
  if (months > life * MONTHS_A_YEAR)
    return `Não se paga em ${life} anos, o tempo que costuma durar: confira o preço.`;
  if (months === 1) return 'Paga-se em 1 mês.';
  return months <= MAX_MONTHS
    ? `Paga-se em ${months} meses.`
    : `Paga-se em ${formatNumber(months / MONTHS_A_YEAR, 1)} anos.`;
};

/** The price comes from an offer; the payback follows from it. */
const OfferedPrice = ({ kind, perYear }: Pick<Opportunity, 'kind' | 'perYear'>) => {
  const [typed, setTyped] = useState('');
  const amount = Number(reaisOf(typed) ?? 0);
  const price = amount > 0 ? amount : null;
  const offered = OFFERED[kind];
  if (offered === undefined || perYear === null) return null;
  return (
    <TextInput
      className={styles.price ?? ''}
      label={offered.label}
      description={
        price === null
          ? 'Digite o preço de um orçamento para saber em quanto tempo ele se paga.'
          : paybackText(price, perYear, offered)
      }
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      value={typed}
      error={typed.trim() !== '' && price === null && 'Digite um valor em reais, como 1.234,56.'}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
    />
  );
};

type Market = OpportunityOf<'free-market'>['market'];

/** A typed supplier price in R$/MWh or R$/kWh, as R$/kWh; null where invalid. */
const typedPriceOf = (typed: string): number | null => {
  const price = supplierPriceOf(typed);
  return price === null ? null : Number(price);
};

const atSupplierPrice = (
  opportunity: OpportunityOf<'free-market'>,
  price: number | null,
): OpportunityOf<'free-market'> => {
  const { market } = opportunity;
  if (price === null) return opportunity;
  return {
    ...opportunity,
    ...yearlySaving(savedAt(market.cycles, price)),
    evidence: market.cycles.map((cycle) => ({
      date: cycle.date,
      now: cycle.now,
      instead: totalAt(cycle, price),
    })),
  };
};

const verdictOn = ({ cycles }: Market, price: number): string => {
  const difference = yearlyDifference(cycles, price);
  const requested = `A ${perMwhText(price)}`;
  if (difference <= -MIN_A_YEAR)
    return `${requested}, as faturas sairiam ${roundedReais(-difference)} por ano mais caras.`;
  if (difference < MIN_A_YEAR) return `${requested}, os dois mercados custariam quase o mesmo.`;
  return `${requested}, é o que se economiza sobre as faturas de hoje. Não entra na soma acima: outra mudança no mesmo lugar pode diminuir este valor.`;
};

/** The price comes from an offer; the saving on the free market follows from it. */
const SupplierPrice = ({
  market,
  typed,
  onType,
}: Pick<OpportunityOf<'free-market'>, 'market'> & {
  readonly typed: string;
  readonly onType: (typed: string) => void;
}) => {
  const price = typedPriceOf(typed);
  return (
    <TextInput
      className={styles.price ?? ''}
      label="Preço do fornecedor (R$/MWh ou R$/kWh)"
      description={
        price === null
          ? 'Digite o preço de uma proposta, com encargos e tributos e sem desconto na TUSD, para saber quanto se economiza.'
          : verdictOn(market, price)
      }
      inputMode="decimal"
      autoComplete="off"
      placeholder="0,00"
      value={typed}
      error={typed.trim() !== '' && price === null && SUPPLIER_PRICE_ERROR}
      onChange={({ currentTarget: { value } }) => onType(value)}
    />
  );
};

interface OpportunityProps {
  readonly opportunity: Opportunity;
}

const Evidence = ({ opportunity }: OpportunityProps) => {
  const chart = useMemo(() => evidenceChart(opportunity), [opportunity]);
  return <BarChart {...chart} height={180} legend={chart.series} />;
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

const namesOf = (opportunities: Together): string =>
  listText(opportunities.map(({ establishment }) => establishment.name));

const Details = ({ opportunities, title }: { readonly opportunities: Together; readonly title: string }) => {
  const [isOpen, setOpen] = useState(false);
  const isOne = opportunities.length === 1;
  return (
    <>
      <div className={entry.foot}>
        <button type="button" className={styles.why} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="chevron-down" size={16} /> Ver o que foi medido
          <span className="visually-hidden">: {title}</span>
        </button>
        {opportunities.map((opportunity) => {
          const { to, text } = detailsOf(opportunity);
          return (
            <TextLink key={to} to={to}>
              {isOne ? text : `${text}: ${opportunity.establishment.name}`}
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
  const own = ownSavingOf(opportunity);
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
      {own !== null && <p className={styles.muted}>{own}</p>}
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
