import { z } from 'zod/mini';

const pageSizes = ['10', '20', '50', '100'] as const;

/** Query parameters that select a page of a list. */
export const page = {
  limit: z.pipe(
    z._default(z.enum(pageSizes, 'Tamanho de página inválido: use 10, 20, 50 ou 100'), '50'),
    z.transform((size: (typeof pageSizes)[number]): number => Number(size)),
  ),
  skip: z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,6}$/, 'Página inválida')), '0'),
    z.transform((digits: string): number => Number(digits)),
  ),
};
