import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { isOfSystem } from '../../../shared/boards/equipment-systems.ts';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { nameOrder } from '../../../shared/fold-for-search.ts';
import { MeterRow } from '../../../shared/meter-list/meter-row.tsx';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { MetersOnScreen } from './equipment-systems-page.tsx';

const useBoardsOf = (system: string) => {
  const { data } = useQuery(metersQuery);
  return (data?.installationsMeter ?? [])
    .filter((board) => isOfSystem(board, system))
    .sort((one, other) => nameOrder.compare(one.Alias, other.Alias));
};

const MetersOfSystem = ({ system }: { system: string }) => {
  const boards = useBoardsOf(system);
  if (boards.length === 0)
    return (
      <EmptyState icon="meter" action={<TextLink to="/system">Ver sistemas</TextLink>}>
        Nenhum medidor seu está neste sistema.
      </EmptyState>
    );
  return (
    <ul>
      {boards.map((board) => (
        <MeterRow key={board.id} board={board} />
      ))}
    </ul>
  );
};

/** /system/:system: the meters of one equipment system, live. */
export const EquipmentSystemPage = () => {
  const system = useParams().system ?? '';
  const boards = useBoardsOf(system);
  const online = boards.filter((board) => board.online).length;
  return (
    <Page
      title={boards[0]?.system ?? system}
      overline="Sistema de equipamentos"
      action={
        <TextLink to="/system" tour="system-others">
          Todos os sistemas
        </TextLink>
      }
    >
      <Card
        tour="system-meters"
        title="Medidores"
        {...(boards.length > 0 && { qualifier: `${online} de ${boards.length} ao vivo` })}
      >
        <MetersOnScreen>
          <MetersOfSystem system={system} />
        </MetersOnScreen>
      </Card>
    </Page>
  );
};
