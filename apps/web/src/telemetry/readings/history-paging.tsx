import { formatNumber } from '@nascente/domain/base/units/format';
import { IconButton } from '../../shared/ui/marks/icon-button.tsx';
import classes from './history.module.css';

interface HistoryPagingProps {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}

/** Which of the readings are on screen, and the way to the others. */
export const HistoryPaging = ({ page, size, count, onPage }: HistoryPagingProps) => {
  const pages = Math.max(1, Math.ceil(count / size));
  const number = (value: number) => formatNumber(value, 0);
  return (
    <nav className={classes.paging} aria-label="Páginas">
      <button type="button" disabled={page <= 1} onClick={() => onPage(1)}>
        Primeira
      </button>
      <IconButton
        icon="chevron-left"
        label="Página anterior"
        outlined
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">
        Página {number(page)} de {number(pages)}
      </span>
      <IconButton
        icon="chevron-right"
        label="Próxima página"
        outlined
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
      <button type="button" disabled={page >= pages} onClick={() => onPage(pages)}>
        Última
      </button>
    </nav>
  );
};
