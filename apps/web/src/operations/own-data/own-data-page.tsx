import { ProcessingList } from '../../shared/legal/processing-list.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Page } from '../../shared/ui/page/page.tsx';
import { ConsentsCard } from './consents-card.tsx';
import styles from './own-data.module.css';

/** What the law gives everybody to know: what was accepted, and what is held and why (LGPD, arts. 8, 9 and 18). */
export const OwnDataPage = () => (
  <Page title="Meus dados">
    <ConsentsCard />
    <Card tour="own-data-processing" title="O que guardamos" qualifier="e por quê">
      <div className={styles.section}>
        <ProcessingList />
        <TextLink to="/account">Baixar ou remover os meus dados</TextLink>
      </div>
    </Card>
  </Page>
);
