import type { EstablishmentTouPeriods } from '@nascente/contract/money/establishment-consumption';
import { formatNumber } from '@nascente/domain/base/units/format';
import { Hinted } from '../../../shared/glossary/hinted.tsx';
import { TableHead } from '../../../shared/ui/marks/table-head.tsx';
import classes from './group-a-table.module.css';

interface RowProps {
  readonly name: string;
  readonly energy: EstablishmentTouPeriods['peak'] | undefined;
}

const Row = ({ name, energy }: RowProps) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{energy === undefined ? '–' : formatNumber(energy.active, 1)}</td>
    <td>{energy === undefined ? '–' : formatNumber(energy.excessReactive, 1)}</td>
  </tr>
);

export type GroupAEnergy = Pick<EstablishmentTouPeriods, 'peak' | 'intermediate' | 'offPeak'>;

const CAPTION = 'Energia do ciclo por posto';

/** Group A pays peak and off-peak separately, and reactive energy beyond the reference power factor. */
export const GroupATable = ({ energy }: { readonly energy: GroupAEnergy | null }) => (
  <table className={classes.table} aria-label={CAPTION}>
    <caption>
      <Hinted of="posto e reativo" terms={['posto', 'ponta', 'fora-ponta', 'reativo']}>
        {CAPTION}
      </Hinted>
    </caption>
    <TableHead columns={['Posto', 'Energia ativa (kWh)', 'Energia reativa (UFER)']} />
    <tbody>
      <Row name="Ponta" energy={energy?.peak} />
      {energy?.intermediate && <Row name="Intermediário" energy={energy.intermediate} />}
      <Row name="Fora ponta" energy={energy?.offPeak} />
    </tbody>
  </table>
);
