import type { Zone } from '@nascente/domain/time/zone';
import { instantText } from '../../shared/explorer/reading.ts';
import { Card } from '../../shared/ui/card.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';
import classes from './explore.module.css';
import type { useNotes } from './use-notes.ts';

interface NotesCardProps {
  readonly notes: ReturnType<typeof useNotes>;
  readonly zone: Zone;
}

const MINUTE_MS = 60_000;

/** What happened in view, by the numbers that stand on the chart. */
export const NotesCard = ({ notes: { marks }, zone }: NotesCardProps) => (
  <Card title="Anotações" qualifier="do período em vista" tour="explorer-notes">
    {marks.length === 0 ? (
      <p>Nenhum alerta, correção ou conta neste período.</p>
    ) : (
      <ol className={classes.notes}>
        {marks.map(({ id, sign, at, color, text, by, link }) => (
          <li key={id}>
            <b style={{ background: `var(${color})` }}>{sign}</b>
            <p>
              {text}{' '}
              <small>
                {instantText(at, zone, MINUTE_MS)} · {by}
              </small>
            </p>
            {link !== null && <TextLink to={link}>Ver</TextLink>}
          </li>
        ))}
      </ol>
    )}
  </Card>
);
