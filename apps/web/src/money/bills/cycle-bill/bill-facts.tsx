import type { BillAnswer } from '@nascente/contract/money/bills';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatDay, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { FLAGS } from '@nascente/domain/sites/tariffs/billing-contract';
import type { ReactNode } from 'react';
import { completenessPercent } from '../../../shared/consumption/completeness.ts';
import { modalityNames, tariffKind, touPeriodNames } from '../../../shared/tariffs/tariff-texts.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { searchOf, useBillAddress, useZone } from '../page-frame/bill-address.ts';
import { type Fact, FactList } from './fact-list.tsx';
import classes from './facts.module.css';

type Demand = BillAnswer['demand'][number];

const power = (kw: number | null): string => (kw === null ? '–' : formatNumber(kw, 1));
const nameOf = ({ touPeriod }: Demand): string => (touPeriod === null ? 'Única' : touPeriodNames[touPeriod]);

const whenText = ({ at }: Demand, zone: Zone): string | null => {
  if (at === null) return null;
  const measured = instant(Date.parse(at));
  return `${formatShortDay(civilDateAt(measured, zone))}, ${formatClock(measured, zone)}`;
};

const Notes = ({ demand }: { readonly demand: readonly Demand[] }) => {
  const zone = useZone();
  const over = demand.filter(({ overrun }) => overrun > 0);
  const highest = demand.flatMap((one) => {
    const when = whenText(one, zone);
    return when === null ? [] : [`${nameOf(one).toLowerCase()} em ${when}`];
  });
  return (
    <>
      {highest.length > 0 && <p className={classes.note}>Maior demanda: {highest.join('; ')}.</p>}
      {over.map((one) => (
        <p key={nameOf(one)} className={classes.note}>
          A demanda {nameOf(one).toLowerCase()} passou de 105% da contratada: {power(one.overrun)} kW de
          ultrapassagem.
        </p>
      ))}
    </>
  );
};

/** Demand by time-of-use period: measured, contracted, and billed, the larger of both. */
const DemandFacts = ({ demand }: { readonly demand: readonly Demand[] }) => (
  <>
    <table className={classes.demand}>
      <caption>Demanda, em kW</caption>
      <TableHead columns={['Posto', 'Medida', 'Contratada', 'Faturada']} />
      <tbody>
        {demand.map((one) => (
          <tr key={nameOf(one)}>
            <th scope="row">{nameOf(one)}</th>
            <td data-over={one.overrun > 0}>{power(one.measured)}</td>
            <td>{power(one.contracted)}</td>
            <td>{power(one.billed)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Notes demand={demand} />
  </>
);

const TOU_PERIODS = [
  ['inPoint', 'Ponta'],
  ['interPoint', 'Intermediário'],
  ['outPoint', 'Fora ponta'],
] as const;

type ByTouPeriod = BillAnswer['consumed'];

/** Total first; time-of-use periods only where there are several. */
const byPeriodFacts = (name: string, values: ByTouPeriod, text: (value: number) => string): Fact[] => {
  if (values.total === 0) return [];
  const used = TOU_PERIODS.filter(([touPeriod]) => values[touPeriod] !== 0);
  return [
    { label: name, value: text(values.total), isStrong: true },
    ...(used.length > 1
      ? used.map(([touPeriod, label]) => ({ label, value: text(values[touPeriod]), isPart: true, of: name }))
      : []),
  ];
};

const energy = (kwh: number): string => `${formatNumber(kwh, 1)} kWh`;
const volume = (m3: number): string => `${formatNumber(m3, 2)} m³`;
const reactive = (kvarh: number): string => `${formatNumber(kvarh, 1)} kvarh`;

const flagFacts = ({ flags }: BillAnswer): Fact[] =>
  flags.map(({ month, days, flag, price }) => ({
    label: `Bandeira de ${month}, ${days} ${days === 1 ? 'dia' : 'dias'}`,
    value:
      flag === null ? 'não informada' : `${FLAGS[flag]}${price ? `, R$ ${formatNumber(price, 5)}/kWh` : ''}`,
  }));

const creditFacts = ({ credits }: BillAnswer): Fact[] =>
  credits === null
    ? []
    : [
        { label: 'Créditos antes do ciclo', value: energy(credits.before) },
        { label: 'Injetada no ciclo', value: energy(credits.injected), isPart: true },
        { label: 'Usada no ciclo', value: energy(credits.used), isPart: true },
        ...(credits.expired > 0
          ? [{ label: 'Vencida (60 meses)', value: energy(credits.expired), isPart: true }]
          : []),
        { label: 'Créditos depois do ciclo', value: energy(credits.after), isStrong: true },
      ];

const consumedFacts = (bill: BillAnswer): Fact[] =>
  bill.type === 'water'
    ? byPeriodFacts('Consumo', bill.consumed, volume)
    : [
        ...byPeriodFacts('Consumo', bill.consumed, energy),
        ...byPeriodFacts('Energia injetada', bill.injected, energy),
        ...byPeriodFacts('Reativo excedente', bill.reactive, reactive),
      ];

const MEASURED_TERMS = ['posto', 'reativo', 'energia-injetada', 'demanda', 'ultrapassagem'] as const;

export const BillMeasuredCard = ({ bill }: { readonly bill: BillAnswer }) => (
  <Card
    title={bill.type === 'water' ? 'Volume medido' : 'Energia medida'}
    {...(bill.type === 'eletric' && { terms: MEASURED_TERMS })}
    tour="bill-measured"
  >
    <FactList
      facts={[
        ...consumedFacts(bill),
        ...creditFacts(bill),
        { label: 'Dados medidos', value: completenessPercent(bill.completeness, bill.estimated) },
      ]}
    />
    {bill.demand.length > 0 && <DemandFacts demand={bill.demand} />}
  </Card>
);

const tariffText = ({ tariff }: BillAnswer): string =>
  tariff === null ? 'não escolhida' : `${tariff.distributor} · ${tariffKind(tariff)}`;

const contractFacts = (bill: BillAnswer): Fact[] => {
  const { terms, validFrom } = bill.contract;
  const days = bill.tariff?.versions.map((version) => formatDay(civilDate(version.validFrom))) ?? [];
  return [
    { label: 'Tarifa', value: tariffText(bill) },
    ...(days.length > 0
      ? [{ label: days.length === 1 ? 'Preços desde' : 'Preços desde, em versões', value: days.join(' e ') }]
      : []),
    ...(bill.type === 'eletric'
      ? [{ label: 'Enquadramento', value: `${terms.subgroup} · ${modalityNames[terms.modality]}` }]
      : [{ label: 'Economias', value: formatNumber(terms.economias, 0) }]),
    {
      label: 'Contrato',
      value: validFrom === null ? 'suposto, ainda não informado' : `desde ${formatDay(civilDate(validFrom))}`,
    },
  ];
};

const metersText = ({ meters }: BillAnswer): ReactNode =>
  meters.map(({ name, isGeneral }) => (isGeneral ? `${name} (geral)` : name)).join(', ');

export const BillBasisCard = ({ bill }: { readonly bill: BillAnswer }) => {
  const { paths } = useBillAddress();
  const link = <TextLink to={`${paths.contract}${searchOf(bill.type)}`}>Ver contrato</TextLink>;
  return (
    <Card title="Como foi calculada" action={link} tour="bill-basis">
      <FactList facts={[...contractFacts(bill), ...flagFacts(bill)]} />
      {bill.meters.length > 0 && (
        <p className={classes.note}>
          {bill.meters.length === 1 ? 'Medidor: ' : 'Soma dos medidores: '}
          {metersText(bill)}.
        </p>
      )}
    </Card>
  );
};
