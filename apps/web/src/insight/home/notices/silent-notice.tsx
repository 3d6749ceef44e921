import type { Board } from '@nascente/contract/sites/meters';
import { instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { toldSilentAfter } from '@nascente/domain/telemetry/quality/silence';
import { useNow } from '../../../shared/consumption/use-now.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { sinceText } from '../../../shared/live/connection.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import classes from './notices.module.css';

interface SilentMeter {
  readonly board: Board;
  /** Epoch ms of its last message. */
  readonly since: number;
}

/** Meters that were heard once and are no more, for as long as alerts tell of them; the one that has been silent for longest first. */
export const silentMeters = (boards: readonly Board[], now: number): SilentMeter[] =>
  boards
    .flatMap((board): SilentMeter[] => {
      if (board.online || board.lastSeen === null) return [];
      const since = Date.parse(board.lastSeen);
      return now - since > toldSilentAfter(board.silentAfter * SECOND_MS) ? [{ board, since }] : [];
    })
    .sort((a, b) => a.since - b.since);

const MINUTE_MS = 60_000;
/** More are counted, and told in the list of meters. */
const MAX_NAMED = 3;

const WHAT_TO_DO = 'Confira se a placa está ligada e se o Wi-Fi do local funciona.';

const titleOf = (silent: readonly SilentMeter[]): string =>
  silent.length === 1
    ? `Medidor sem mensagem: ${silent[0]?.board.name}.`
    : `${silent.length} medidores sem mensagem.`;

/** Which meters are silent, since when, and what to do; nothing while all are heard. */
export const SilentNotice = ({ boards }: { readonly boards: readonly Board[] }) => {
  const now = useNow(MINUTE_MS);
  const silent = silentMeters(boards, now);
  const [first] = silent;
  if (first === undefined) return null;
  const since = ({ board, since: at }: SilentMeter): string =>
    sinceText(instant(at), instant(now), zoneOf(board)).trim();
  const named = silent.slice(0, MAX_NAMED).map((one) => `${one.board.name}, ${since(one)}`);
  const rest = silent.length - named.length;
  const list = [...named, ...(rest > 0 ? [`e mais ${rest}`] : [])].join('; ');
  return (
    <div className={classes.notices}>
      <Notice
        brief
        tone="warn"
        title={titleOf(silent)}
        action={
          silent.length === 1 ? (
            <TextLink to={`/meter/${first.board.macAddress}`}>Ver medidor</TextLink>
          ) : (
            <TextLink to="/dashboard">Ver medidores</TextLink>
          )
        }
      >
        {silent.length === 1 ? `Nada chega ${since(first)}.` : `${list}.`} {WHAT_TO_DO}
      </Notice>
    </div>
  );
};
