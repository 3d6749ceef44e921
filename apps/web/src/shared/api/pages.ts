const PAGE_SIZE = 20;

/** The part of a list that a page shows. */
export const pageFrom = (skip: number) => ({ limit: `${PAGE_SIZE}`, skip: String(skip) }) as const;

/** Options of `useInfiniteQuery` for a list that answers its total. */
export const BY_PAGES = {
  initialPageParam: 0,
  getNextPageParam: ({ total }: { readonly total: number }, pages: readonly unknown[]) => {
    const shown = pages.length * PAGE_SIZE;
    return shown < total ? shown : undefined;
  },
};
