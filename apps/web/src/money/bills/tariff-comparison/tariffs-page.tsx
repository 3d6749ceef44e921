import { TextInput } from '@mantine/core';
import { type MarketComparison, readMarketComparison } from '@nascente/contract/money/market-comparison';
import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatDayRange } from '@nascente/domain/base/units/format';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import { shareOf } from '../../../shared/forms/draft-reader.ts';
import { Form, FormActions } from '../../../shared/forms/form.tsx';
import { SUPPLIER_PRICE_ERROR, supplierPriceOf } from '../../../shared/forms/supplier-price.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Tag } from '../../../shared/ui/marks/tag.tsx';
import { Answer } from '../../../shared/ui/page/answer.tsx';
import { SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';
import lines from '../cycle-bill/bill-lines.module.css';
import sheet from '../cycle-bill/bill-sheet.module.css';
import { useBillAddress } from '../page-frame/bill-address.ts';
import { Answered, BillFrame } from '../page-frame/bill-frame.tsx';
import { reaisText } from '../page-frame/bill-texts.ts';
import { MissingNotice } from '../page-frame/missing-notice.tsx';
import { ComparisonCard, PartialCycles } from './comparison-card.tsx';
import { DemandCard } from './demand-card.tsx';

interface Offer {
  readonly supplierPrice: string;
  readonly discount: string;
}

const typed = { inputMode: 'decimal', autoComplete: 'off' } as const;

interface OfferFormProps {
  readonly isWaiting: boolean;
  readonly onAsk: (offer: Offer | null) => void;
}

const OfferForm = ({ isWaiting, onAsk }: OfferFormProps) => {
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
    <Form label="Proposta de um fornecedor" hasOptional onSubmit={() => ask()}>
      <TextInput
        label="Preço da proposta (R$/MWh ou R$/kWh)"
        description="Com encargos, como viria na nota do fornecedor."
        value={price}
        error={errors.price}
        onChange={(event) => setPrice(event.currentTarget.value)}
        {...typed}
      />
      <TextInput
        label="Desconto na TUSD (%, opcional)"
        description="De fonte incentivada: 50, 80 ou 100; em branco, nenhum."
        value={discount}
        error={errors.discount}
        onChange={(event) => setDiscount(event.currentTarget.value)}
        {...typed}
      />
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
        </tbody>
      </table>
    </div>
  );
};

/** The last cycles as a captive and as a free customer; Group A only. */
const MarketCard = () => {
  const { id } = useBillAddress();
  const [offer, setOffer] = useState<Offer | null>(null);
  const query = useQuery({
    ...queryFor(readMarketComparison, { params: { id }, query: offer ?? {} }),
    placeholderData: keepPreviousData,
  });
  const comparison = query.data?.comparison;
  if (comparison === undefined && query.error === null) return null;
  if (comparison && (!comparison.isOpen || comparison.captive === null)) return null;
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
            <OfferForm isWaiting={query.isFetching} onAsk={setOffer} />
          </div>
        )}
        {comparison === undefined && <Answer query={query} />}
        {comparison && <Markets comparison={comparison} />}
        {comparison && <PartialCycles cycles={comparison.cycles} />}
        <MissingNotice missing={[...new Set(missing)]} />
      </div>
    </Card>
  );
};

export const TariffsPage = () => {
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
