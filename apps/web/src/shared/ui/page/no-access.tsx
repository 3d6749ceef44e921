import { Card } from '../marks/card.tsx';
import { TextLink } from '../marks/text-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

/** Replaces a screen that the profile does not permit. */
export const NoAccess = () => (
  <Page title="Sem acesso">
    <Card>
      <EmptyState action={<TextLink to="/home">Ir para Home</TextLink>}>
        Esta tela é do administrador do sistema.
      </EmptyState>
    </Card>
  </Page>
);
