import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { type RefObject, useEffect, useRef } from 'react';
import { nameOf } from '../../../shared/establishment-name.ts';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';
import { SkeletonLine } from '../../../shared/ui/page/skeleton.tsx';
import type { Unit } from '../../../shared/use-unit.ts';
import { EstablishmentFigures } from './establishment-figures.tsx';
import classes from './establishment-switch.module.css';

interface EstablishmentSwitchProps {
  readonly establishments: readonly Establishment[];
  readonly boardsOf: (establishment: Establishment) => readonly Board[];
  readonly selected: Establishment;
  readonly unit: Unit;
  readonly onSelect: (id: string) => void;
}

/** More tiles form one scrolling line at every width, to leave room for the page. */
export const MAX_SIDE_BY_SIDE = 6;

interface ChoiceProps {
  readonly establishment: Establishment;
  readonly boards: readonly Board[];
  readonly unit: Unit;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

const Choice = ({ establishment, boards, unit, isSelected, onSelect }: ChoiceProps) => {
  const [element, { wasInView }] = useInView<HTMLLabelElement>();
  useEffect(() => {
    const [choice, line] = [element.current, element.current?.parentElement];
    // Scrolls sideways only: the page keeps its position.
    if (isSelected && choice != null && line != null)
      line.scrollLeft = choice.offsetLeft - (line.clientWidth - choice.clientWidth) / 2;
  }, [isSelected, element]);
  return (
    <label ref={element} className={classes.choice}>
      <input
        type="radio"
        name="establishment"
        checked={isSelected}
        onChange={() => onSelect(establishment._id)}
      />
      <span className={classes.name}>{nameOf(establishment)}</span>
      <span className={classes.figures}>
        {wasInView ? (
          <EstablishmentFigures id={establishment._id} boards={boards} unit={unit} />
        ) : (
          <SkeletonLine width={12} size="small" />
        )}
      </span>
    </label>
  );
};

const useBackToFirst = (line: RefObject<HTMLElement | null>, establishments: readonly Establishment[]) => {
  const shown = establishments.map(({ _id }) => _id).join();
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (line.current !== null) line.current.scrollLeft = 0;
  }, [shown, line]);
};

export const EstablishmentSwitch = (props: EstablishmentSwitchProps) => {
  const { establishments, boardsOf, selected, unit, onSelect } = props;
  const line = useRef<HTMLFieldSetElement>(null);
  useBackToFirst(line, establishments);
  return (
    <fieldset
      ref={line}
      className={classes.switch}
      data-many={establishments.length > MAX_SIDE_BY_SIDE}
      aria-label="Estabelecimento"
      data-tour="home-switch"
    >
      {establishments.map((establishment) => (
        <Choice
          key={establishment._id}
          establishment={establishment}
          boards={boardsOf(establishment)}
          unit={unit}
          isSelected={establishment._id === selected._id}
          onSelect={onSelect}
        />
      ))}
    </fieldset>
  );
};
