import type { Board } from '@nascente/contract/sites/meters';
import { IconLink } from '../../../shared/ui/marks/icon-button.tsx';

export const EditLink = ({ board }: { board: Board }) => (
  <IconLink icon="edit" label={`Editar ${board.name}`} to={`/editBoard/${board.macAddress}`} />
);
