import { IconButton } from '../../shared/ui/icon-button.tsx';
import styles from './people.module.css';

interface PagingProps {
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

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
