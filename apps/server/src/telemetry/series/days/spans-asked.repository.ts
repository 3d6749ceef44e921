import { isSome } from '@nascente/domain/base/time/span';
import type { Pool, QueryResultRow } from 'pg';
import { inHalves } from '../../../platform/database/in-halves.ts';
import { daysTouched, type InstallationSpan } from './installation-span.ts';

/** SQL of the spans that are asked: `span_index` among them, `id` of the installation, its `first` and `last` UTC day. */
export const SPANS_ASKED =
  'unnest($1::integer[], $2::integer[], $3::date[], $4::date[]) as asked (span_index, id, first, last)';

/**
 * What a statement of {@link SPANS_ASKED} answers of spans that are some, half of them on each of two connections.
 *
 * @param detail - one more value of each span, if the statement asks for it
 */
export const askOfSpans = async <Row extends QueryResultRow, S extends InstallationSpan = InstallationSpan>(
  pool: Pool,
  spans: readonly S[],
  statement: { readonly name: string; readonly text: string },
  detail?: (span: S) => number,
): Promise<readonly Row[]> => {
  const asked = spans.map((span, spanIndex) => ({ span, spanIndex })).filter(({ span }) => isSome(span));
  const halves = await inHalves(asked, async (some) => {
    const days = some.map(({ span }) => daysTouched(span));
    const { rows } = await pool.query<Row>({
      ...statement,
      values: [
        some.map(({ spanIndex }) => spanIndex),
        some.map(({ span }) => span.installationId),
        days.map(([first]) => first),
        days.map(([, last]) => last),
        ...(detail === undefined ? [] : [some.map(({ span }) => detail(span))]),
      ],
    });
    return rows;
  });
  return halves.flat();
};
