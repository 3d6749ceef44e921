import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { isInverter } from '../../shared/boards/solar-role.ts';
import { useScreenExists } from '../../shared/screen-paths.tsx';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { IconLink } from '../../shared/ui/marks/icon-button.tsx';
import { UnitToggle } from '../../shared/ui/unit-toggle.tsx';
import type { Unit } from '../../shared/use-unit.ts';
import styles from './meter-actions.module.css';

interface MeterActionsProps {
  readonly board: Board;
  readonly unit: Unit;
  readonly onUnit: (unit: Unit) => void;
}

/** The unit of everything on the page, of which generation has one, and the way to edit the meter for who may. */
export const MeterActions = ({ board, unit, onUnit }: MeterActionsProps) => {
  const path = `/editBoard/${board.macAddress}`;
  const { profile } = useUser();
  const mayEdit = useScreenExists(path) && may(profile, 'edit-meter');
  return (
    <div className={styles.actions}>
      {mayEdit && <IconLink icon="edit" label="Editar medidor" to={path} />}
      {!isInverter(board) && (
        <UnitToggle value={unit} onChange={onUnit} energyUnit={board.type === 'water' ? 'm³' : 'kWh'} />
      )}
    </div>
  );
};
