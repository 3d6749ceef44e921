import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import type { ClientBase } from 'pg';

const EXCLUSIONS = `select date_part('epoch', begins) * 1000 as from, date_part('epoch', ends) * 1000 as to
from reading_exclusion
where installation_id = $1 and undone_at is null and begins < $3 and ends > $2 order by begins`;

/** The stretches of a span that an operator has marked as wrong, ascending; they may overlap. */
export const readExclusions = async (
  connection: Pick<ClientBase, 'query'>,
  installationId: number,
  { from, to }: TimeSpan,
): Promise<readonly TimeSpan[]> => {
  const { rows } = await connection.query<{ from: number; to: number }>({
    name: 'exclusions-within',
    text: EXCLUSIONS,
    values: [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
  });
  return rows.map((row): TimeSpan => ({ from: instant(row.from), to: instant(row.to) }));
};
