import { IconButton } from '../marks/icon-button.tsx';
import styles from './paging.module.css';

interface PagingProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Page navigation; nothing for a single page. */
export const Paging = ({ page, pages, onPage }: PagingProps) => {
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav className={styles.paging} aria-label="Páginas">
      <IconButton
        icon="chevron-left"
        label="Página anterior"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">
        Página {page} de {Math.max(pages, 1)}
      </span>
      <IconButton
        icon="chevron-right"
        label="Próxima página"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
};
