import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import styles from './show-more.module.css';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Below a list that comes page by page: fetches the next page, where there is one. */
export const ShowMore = ({ pages }: { pages: Pages }) =>
  pages.hasNextPage && (
    <div className={styles.more}>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Mostrar mais
      </Button>
    </div>
  );
