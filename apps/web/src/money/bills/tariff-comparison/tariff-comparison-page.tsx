import { TextInput } from '@mantine/core';
import { describeRows } from '@nascente/charts/chart-tooltip';
import type { LineTick } from '@nascente/charts/line-graph';
import { type MarketComparison, readMarketComparison } from '@nascente/contract/money/market-comparison';
import {
  type DemandOptimum,
  readDemandOptimum,
  readTariffComparison,
} from '@nascente/contract/money/tariff-comparison';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDay, formatDayRange, formatNumber } from '@nascente/domain/base/units/format';
import { marketOpening } from '@nascente/domain/money/comparison/market-opening';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { LineChart, type LineContent } from '../../../shared/charts/line-chart.tsx';
import { shareOf } from '../../../shared/forms/draft-reader.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { SUPPLIER_PRICE_ERROR, supplierPriceOf } from '../../../shared/forms/supplier-price.ts';
import { roundedReais } from '../../../shared/opportunities/opportunity-texts.ts';
import { touPeriodNames } from '../../../shared/tariffs/tariff-texts.ts';
import { BigNumber } from '../../../shared/ui/marks/big-number.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Stat, StatList } from '../../../shared/ui/marks/stat-list.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import lines from '../cycle-bill/bill-lines.module.css';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { reaisText, useBillAddress } from '../page-frame/bill-address.ts';
import { Answered, BillFrame, MissingNotice } from '../page-frame/bill-frame.tsx';
import missingNotice from '../page-frame/missing-notice.module.css';
import { ComparisonCard, PartialCycles, TaxRules } from './comparison-card.tsx';

type Demand = DemandOptimum['demands'][number];

const NO_BREAK_SPACE = '\u00a0';
const TICKS = 5;

const kilowattText = (power: number): string =>
  `${formatNumber(power, Number.isInteger(power) ? 0 : 1)}${NO_BREAK_SPACE}kW`;

type CostPoint = Demand['best'];

/** Adds the contracted demand of today to the points of the curve, if it is none of them. */
const withCurrent = ({ curve, current }: Demand): readonly CostPoint[] => {
  if (current === null || curve.some(({ contracted }) => contracted === current.contracted)) return curve;
  return [...curve, current].sort((a, b) => a.contracted - b.contracted);
};

/** Ticks at multiples of 1, 2 or 5 times a power of ten, about `TICKS` of them. */
const ticksOf = (from: number, to: number): LineTick[] => {
  const rough = (to - from) / TICKS;
  if (!(rough > 0)) return [{ x: from, label: kilowattText(from), rank: 1 }];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  const count = Math.floor(to / step) - Math.ceil(from / step) + 1;
  return Array.from({ length: count }, (_, index) => {
    const x = (Math.ceil(from / step) + index) * step;
    return { x, label: kilowattText(x), rank: 2 };
  });
};

const nameOf = ({ contracted }: CostPoint, { best, current }: Demand): string => {
  if (contracted === best.contracted) return `${kilowattText(contracted)}, a mais barata`;
  if (contracted === current?.contracted) return `${kilowattText(contracted)}, a de hoje`;
  return kilowattText(contracted);
};

/** The chart of the cost of demand by contracted demand: exact at its points, linear between them. */
export const demandCostCurve = (demand: Demand): LineContent & { readonly marks: readonly number[] } => {
  const curve = withCurrent(demand);
  const worthMarking = [demand.best.contracted, demand.current?.contracted];
  return {
    points: curve.map(({ contracted, cost }) => ({ x: contracted, y: cost })),
    marks: curve.flatMap(({ contracted }, index) => (worthMarking.includes(contracted) ? [index] : [])),
    ticks: ticksOf(curve[0]?.contracted ?? 0, curve.at(-1)?.contracted ?? 0),
    describe: describeRows(curve, (point) => ({
      title: nameOf(point, demand),
      rows: [{ label: 'Custo da demanda', value: reaisText(point.cost) }],
    })),
    table: {
      columns: ['Demanda contratada', 'Custo da demanda'],
      rows: curve.map((point) => [nameOf(point, demand), reaisText(point.cost)]),
    },
  };
};

const DECIMALS = 1;

const titleOf = ({ touPeriod }: Demand): string =>
  touPeriod === null
    ? 'Demanda contratada'
    : `Demanda contratada, ${touPeriodNames[touPeriod].toLowerCase()}`;

/** Demands with the cost of demand in all cycles, without the other lines of the bills, in whole reais. */
const Figures = ({ demand }: { readonly demand: Demand }) => {
  const { current, best, saving, measured } = demand;
  return (
    <StatList ruled>
      <Stat label="Contratada hoje" qualifier={current && roundedReais(current.cost)}>
        {current === null ? 'não informada' : kilowattText(current.contracted)}
      </Stat>
      <Stat label="A que custaria menos" qualifier={roundedReais(best.cost)}>
        {kilowattText(best.contracted)}
      </Stat>
      {saving !== null && saving > 0 && (
        <Stat label="Economia" tone="good">
          {roundedReais(saving)}
        </Stat>
      )}
      {measured.length > 0 && (
        <Stat label="Medida nos ciclos" qualifier="menor e maior">
          {formatNumber(Math.min(...measured), DECIMALS)} a {formatNumber(Math.max(...measured), DECIMALS)} kW
        </Stat>
      )}
    </StatList>
  );
};

const DemandCard = ({ demand, cycles }: { readonly demand: Demand; readonly cycles: number }) => {
  const curve = useMemo(() => demandCostCurve(demand), [demand]);
  const label = `Custo da demanda em ${cycles} ciclos pela demanda contratada, em R$`;
  return (
    <Card title={titleOf(demand)} qualifier={`custo em ${cycles} ciclos`}>
      <div className={sheet.sheet}>
        <div>
          <p className={sheet.label}>Demanda de menor custo</p>
          <BigNumber value={formatNumber(demand.best.contracted, 0)} unit="kW" size="card" />
        </div>
        <LineChart
          {...curve}
          label={label}
          height={200}
          color="--off-peak"
          note="R$ da demanda nos ciclos; marcados: a de hoje e a mais barata"
        />
        <Figures demand={demand} />
      </div>
    </Card>
  );
};

interface Offer {
  readonly supplierPrice: string;
  readonly discount: string;
}

const typed = { inputMode: 'decimal', autoComplete: 'off' } as const;

interface OfferFormProps {
  readonly isWaiting: boolean;
  /** Whether an offer may have a discount on the TUSD. */
  readonly hasDiscount: boolean;
  readonly onAsk: (offer: Offer | null) => void;
}

const OfferForm = ({ isWaiting, hasDiscount, onAsk }: OfferFormProps) => {
  const [price, setPrice] = useState('');
  const [discount, setDiscount] = useState('');
  const [errors, setErrors] = useState<{ price?: string; discount?: string }>({});
  const ask = () => {
    const supplierPrice = supplierPriceOf(price);
    const share = discount.trim() === '' ? '0' : shareOf(discount);
    setErrors({
      ...(supplierPrice === null && { price: SUPPLIER_PRICE_ERROR }),
      ...(share === null && { discount: 'Informe a porcentagem, como 50.' }),
    });
    // An old comparison must not pass for the answer to a rejected offer.
    onAsk(supplierPrice === null || share === null ? null : { supplierPrice, discount: share });
  };
  return (
    <Form label="Proposta de um fornecedor" hasOptional={hasDiscount} onSubmit={() => ask()}>
      <TextInput
        label="Preço da proposta (R$/MWh ou R$/kWh)"
        description="Com encargos, como viria na nota do fornecedor."
        value={price}
        error={errors.price}
        onChange={(event) => setPrice(event.currentTarget.value)}
        {...typed}
      />
      {hasDiscount && (
        <TextInput
          label="Desconto na TUSD (%, opcional)"
          description="De fonte incentivada: 50, 80 ou 100; em branco, nenhum."
          value={discount}
          error={errors.discount}
          onChange={(event) => setDiscount(event.currentTarget.value)}
          {...typed}
        />
      )}
      <FormActions submit="Comparar proposta" variant="default" loading={isWaiting} />
    </Form>
  );
};

const adviceOf = ({ saving, cycles, current }: MarketComparison): string => {
  const period = cycles.length === 1 ? 'No último ciclo' : `Nos últimos ${cycles.length} ciclos`;
  if (saving === null)
    return 'Informe o preço de um fornecedor para saber o que o mercado livre teria custado.';
  if (saving === 0) return `${period}, os dois mercados teriam custado o mesmo.`;
  const size = reaisText(Math.abs(saving));
  const isSaved = saving > 0;
  return current === 'livre'
    ? `${period}, o mercado livre custou ${size} a ${isSaved ? 'menos' : 'mais'} que o cativo.`
    : `${period}, o mercado livre teria custado ${size} a ${isSaved ? 'menos' : 'mais'}.`;
};

const Markets = ({ comparison }: { readonly comparison: MarketComparison }) => {
  const { captive, free, current } = comparison;
  const name = (text: string, mode: MarketComparison['current']) => (
    <th scope="col">
      {text} {mode === current && <Tag>Hoje</Tag>}
    </th>
  );
  if (captive === null) return null;
  return (
    <div className={lines.fit}>
      <table className={lines.table}>
        <caption>Custo por mercado</caption>
        <thead>
          <tr>
            <th scope="col">Ciclo</th>
            {name('Cativo', 'cativo')}
            {free !== null && name('Livre', 'livre')}
          </tr>
        </thead>
        <tbody>
          {captive.months.map(({ start, end, total }, index) => (
            <tr key={start} className={lines.line}>
              <th scope="row">{formatDayRange(civilDate(start), civilDate(end))}</th>
              <td>{reaisText(total)}</td>
              {free !== null && <td>{reaisText(free.months[index]?.total ?? 0)}</td>}
            </tr>
          ))}
          <tr className={lines.line}>
            <th scope="row">Total</th>
            <td>{reaisText(captive.total)}</td>
            {free !== null && <td>{reaisText(free.total)}</td>}
          </tr>
          {captive.withoutTaxCredits !== undefined && (
            <tr className={lines.line}>
              <th scope="row">Sem os tributos que a empresa recupera</th>
              <td>{reaisText(captive.withoutTaxCredits)}</td>
              {free !== null && <td>{reaisText(free.withoutTaxCredits ?? free.total)}</td>}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
};

interface DiscountNoticeProps {
  readonly comparison: MarketComparison;
  readonly offer: Offer | null;
}

/** Who migrates after the law has no discount on the TUSD. */
const DiscountNotice = ({ comparison: { isOpen, current }, offer }: DiscountNoticeProps) =>
  isOpen &&
  current === 'cativo' &&
  Number(offer?.discount ?? 0) > 0 && (
    <Notice tone="warn" title="Este desconto pode não valer.">
      Quem migra depois de 25/11/2025 não tem desconto na TUSD (Lei 15.269/2025). Peça ao fornecedor que diga
      por que o dele vale.
    </Notice>
  );

/** For low voltage: when it may choose its supplier, and on which conditions of the law. */
const OpeningNotice = ({ comparison: { subgroup } }: { readonly comparison: MarketComparison }) => {
  const opening = marketOpening(subgroup);
  if (opening === null) return null;
  const { by, noticeBy, others } = opening;
  return (
    <Notice
      tone="info"
      title={`O mercado livre abre para a baixa tensão (${subgroup}) até ${formatDay(by)}.`}
    >
      É o prazo da lei, com condições
      {others && `, se for indústria ou comércio; para os demais, até ${formatDay(others.by)}`}. O aviso à
      distribuidora, de 180 dias antes numa proposta que ainda não é lei, seria até {formatDay(noticeBy)}
      {others && ` (para os demais, até ${formatDay(others.noticeBy)})`}. Até lá, a comparação é um estudo.
      <details>
        <summary>As condições, com a fonte de cada uma</summary>
        <ul className={missingNotice.list}>
          {opening.conditions.map(({ text, source }) => (
            <li key={text}>
              {text} <small>({source})</small>
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );
};

/** Compares the bills of the last cycles in both markets, by the price of the supplier or of an offer. */
const MarketCard = () => {
  const { id } = useBillAddress();
  const [offer, setOffer] = useState<Offer | null>(null);
  const query = useQuery({
    ...queryFor(readMarketComparison, { params: { id }, query: offer ?? {} }),
    placeholderData: keepPreviousData,
  });
  const comparison = query.data?.comparison;
  if (comparison === undefined && query.error === null) return null;
  if (comparison?.captive === null) return null;
  const missing = [...(comparison?.captive?.missing ?? []), ...(comparison?.free?.missing ?? [])];
  return (
    <Card title="Cativo ou livre">
      <div className={sheet.sheet}>
        {comparison && (
          <p className={sheet.advice} role="status">
            {adviceOf(comparison)}
          </p>
        )}
        {/* A rejected offer stays in the fields. */}
        {(comparison !== undefined || offer !== null) && (
          <div className={sheet.offer}>
            <OfferForm
              isWaiting={query.isFetching}
              hasDiscount={comparison?.isOpen ?? true}
              onAsk={setOffer}
            />
          </div>
        )}
        {comparison && <DiscountNotice comparison={comparison} offer={offer} />}
        {comparison === undefined && <Answer query={query} />}
        {comparison && (
          <>
            <Markets comparison={comparison} />
            <PartialCycles cycles={comparison.cycles} />
            <TaxRules {...comparison} />
            <OpeningNotice comparison={comparison} />
          </>
        )}
        <MissingNotice missing={[...new Set(missing)]} />
      </div>
    </Card>
  );
};

/** /bill/:id/tariffs: compares modalities, contracted demands and markets by the last cycles. */
export const TariffComparisonPage = () => {
  const { id } = useBillAddress();
  const comparison = useQuery(queryFor(readTariffComparison, { params: { id } }));
  const optimum = useQuery(queryFor(readDemandOptimum, { params: { id } }));
  return (
    <BillFrame title="Tarifa" isElectricOnly>
      <Answered query={comparison} title="Comparação de modalidades" rest={<SkeletonBlock height={300} />}>
        {(answer) => <ComparisonCard comparison={answer.comparison} />}
      </Answered>
      {optimum.data === undefined && optimum.error !== null && comparison.data !== undefined && (
        <Card title="Demanda contratada" terms={['demanda-contratada', 'demanda', 'ultrapassagem']}>
          <Answer query={optimum} />
        </Card>
      )}
      {!comparison.isPending &&
        optimum.data?.optimum.demands.map((demand) => (
          <DemandCard
            key={demand.touPeriod ?? 'single'}
            demand={demand}
            cycles={optimum.data.optimum.cycles.length}
          />
        ))}
      {comparison.data !== undefined && <MarketCard />}
    </BillFrame>
  );
};
