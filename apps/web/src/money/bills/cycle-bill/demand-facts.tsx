import type { BillAnswer } from '@nascente/contract/money/bills';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatClock, formatNumber, formatShortDay } from '@nascente/domain/base/units/format';
import { postNames } from '../../../shared/tariffs/modality-words.ts';
import { useZone } from '../page-frame/use-zone.ts';
import classes from './facts.module.css';

type Demand = BillAnswer['demand'][number];

const power = (kw: number | null): string => (kw === null ? '–' : formatNumber(kw, 1));
const nameOf = ({ post }: Demand): string => (post === null ? 'Única' : postNames[post]);

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

/** Demand by post: what was measured, what is contracted, and what is billed, which is the larger of both. */
export const DemandFacts = ({ demand }: { readonly demand: readonly Demand[] }) => (
  <>
    <table className={classes.demand}>
      <caption>Demanda, em kW</caption>
      <thead>
        <tr>
          <th scope="col">Posto</th>
          <th scope="col">Medida</th>
          <th scope="col">Contratada</th>
          <th scope="col">Faturada</th>
        </tr>
      </thead>
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
