import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import styles from './show-more.module.css';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** A button that loads the next page of a list, if there is one. */
export const ShowMore = ({ pages }: { pages: Pages }) =>
  pages.hasNextPage && (
    <div className={styles.more}>
      <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Mostrar mais
      </Button>
    </div>
  );
