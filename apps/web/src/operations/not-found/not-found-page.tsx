import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { useDocumentTitle } from '../../shared/ui/page/document-title.ts';
import styles from './not-found-page.module.css';

export const NotFoundPage = () => {
  useDocumentTitle('Página não encontrada');
  return (
    <main className={styles.page}>
      <h1>Ops!</h1>
      <p>Esta página não existe ou mudou de endereço.</p>
      <Button component={Link} to="/home" size="md" leftSection={<Icon name="home" />}>
        Ir para o início
      </Button>
      <Link className={styles.help} to="/help">
        Ajuda
      </Link>
    </main>
  );
};
