import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { isInverter } from '../../../shared/boards/solar-role.ts';
import { useScreenExists } from '../../../shared/screen-paths.tsx';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** Without a tariff there are quantities and no costs, which generation never has; who may edit the meter is led to where one is chosen. */
export const MissingTariff = ({ board }: { readonly board: Board }) => {
  const path = `/editBoard/${board.macAddress}`;
  const exists = useScreenExists(path);
  const { profile } = useUser();
  if (board.tax !== null || isInverter(board)) return null;
  return (
    <Notice
      tone="warn"
      action={exists && may(profile, 'edit-meter') && <TextLink to={path}>Escolher tarifa</TextLink>}
    >
      Não foi encontrado tarifa para o medidor, sem isso não podemos calcular o consumo diário.
    </Notice>
  );
};
