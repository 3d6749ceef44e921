import type { Establishment } from '@nascente/contract/establishments';
import type { Board } from '@nascente/contract/meters';
import { amountOf, amountText, forecastAmount } from '../../shared/consumption/amount.ts';
import { SkeletonLine } from '../../shared/ui/skeleton.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import { nameOf } from './establishment-name.ts';
import classes from './establishment-switch.module.css';
import { useCycle } from './use-cycle.ts';

interface EstablishmentSwitchProps {
  readonly establishments: readonly Establishment[];
  readonly boardsOf: (establishment: Establishment) => readonly Board[];
  readonly selected: Establishment;
  readonly unit: Unit;
  readonly onSelect: (id: string) => void;
}

/** More than this many are chosen from a list: their figures would push the page itself out of sight. */
export const MOST_SIDE_BY_SIDE = 6;

interface FiguresProps {
  readonly id: string;
  readonly boards: readonly Board[];
  readonly unit: Unit;
}

const Figures = ({ id, boards, unit }: FiguresProps) => {
  const isWater = boards.length > 0 && boards.every(({ type }) => type === 'water');
  const kind = isWater ? 'water' : 'eletric';
  const { data, failure, isLoading } = useCycle(id, kind);
  if (boards.length === 0) return <span className={classes.figures}>sem medidores</span>;
  if (data === null)
    return (
      <span className={classes.figures}>
        {isLoading ? <SkeletonLine width={12} size="small" /> : failure === null ? ' ' : '–'}
      </span>
    );
  if (boards.every(({ lastSeen }) => lastSeen === null) && data.total === 0)
    return <span className={classes.figures}>sem medições</span>;
  return (
    <span className={classes.figures}>
      <b>{amountText(amountOf(unit, kind, data))}</b>
      <span>previsão {amountText(forecastAmount(unit, kind, data.forecast))}</span>
    </span>
  );
};

const SideBySide = ({ establishments, boardsOf, selected, unit, onSelect }: EstablishmentSwitchProps) => (
  <fieldset className={classes.switch} aria-label="Estabelecimento" data-tour="home-switch">
    {establishments.map((establishment) => (
      <label key={establishment._id} className={classes.choice}>
        <input
          type="radio"
          name="establishment"
          checked={establishment._id === selected._id}
          onChange={() => onSelect(establishment._id)}
        />
        <span className={classes.name}>{nameOf(establishment)}</span>
        <Figures id={establishment._id} boards={boardsOf(establishment)} unit={unit} />
      </label>
    ))}
  </fieldset>
);

/** Which establishment is looked at, with the figures of each beside its name. */
export const EstablishmentSwitch = (props: EstablishmentSwitchProps) => {
  if (props.establishments.length <= MOST_SIDE_BY_SIDE) return <SideBySide {...props} />;
  return (
    <label className={classes.list} data-tour="home-switch">
      <span>Estabelecimento</span>
      <select value={props.selected._id} onChange={(event) => props.onSelect(event.target.value)}>
        {props.establishments.map((establishment) => (
          <option key={establishment._id} value={establishment._id}>
            {nameOf(establishment)}
          </option>
        ))}
      </select>
    </label>
  );
};
