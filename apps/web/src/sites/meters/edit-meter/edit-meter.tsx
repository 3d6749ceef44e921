import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card, CardColumn } from '../../../shared/ui/marks/card.tsx';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Page } from '../../../shared/ui/page/page.tsx';
import { EditForm } from './edit-form.tsx';
import { MoveCard } from './move-card.tsx';
import { PastCard } from './past-card.tsx';
import { RemoveCard } from './remove-card.tsx';
import { ReplaceCard } from './replace-card.tsx';

/** What can be changed of a meter; who may only read sees it, with nothing to press. */
export const EditMeter = ({ board }: { readonly board: Board }) => {
  const { profile } = useUser();
  const mayEdit = may(profile, 'edit-meter');
  return (
    <Page
      title="Editar medidor"
      overline={board.Alias}
      action={<TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>}
    >
      <Card title="Dados do medidor" span={7}>
        <EditForm board={board} mayEdit={mayEdit} />
      </Card>
      {mayEdit && (
        <CardColumn span={5}>
          <MoveCard board={board} />
          <ReplaceCard board={board} />
          <PastCard board={board} />
          {may(profile, 'remove-meter') && <RemoveCard board={board} />}
        </CardColumn>
      )}
    </Page>
  );
};
