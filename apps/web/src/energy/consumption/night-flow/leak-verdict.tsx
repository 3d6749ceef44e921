import { Button } from '@mantine/core';
import {
  judgeLeak,
  type NightFlow,
  readNightFlow,
  withdrawLeakVerdict,
} from '@nascente/contract/energy/water';
import type { Board } from '@nascente/contract/sites/meters';
import { civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { instant } from '@nascente/domain/base/time/zone';
import { formatClock, formatShortDay } from '@nascente/domain/base/units/format';
import type { LeakVerdict } from '@nascente/domain/energy/consumption/night-flow';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryFor, request } from '../../../shared/api/api-client.ts';
import { ApiFailure, NETWORK_MESSAGE } from '../../../shared/api/api-failure.ts';
import { zoneOf } from '../../../shared/consumption/zone-of.ts';
import { useMay } from '../../../shared/session-state/use-may.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { announce, METER_AREA_MS } from '../../../shared/ui/snackbar.tsx';
import classes from './night-flow-card.module.css';

const VERDICTS: readonly { readonly verdict: LeakVerdict['verdict']; readonly label: string }[] = [
  { verdict: 'resolved', label: 'Resolvido' },
  { verdict: 'notALeak', label: 'Não é vazamento' },
];

/** What the server answers is what is shown from then on, here and on Home. */
const useAnswered = ({ macAddress: mac }: Board) => {
  const queries = useQueryClient();
  const asked = queryFor(readNightFlow, { params: { mac } });
  return {
    onSuccess: (answer: { ok: true; nightFlow: NightFlow }) => queries.setQueryData(asked.queryKey, answer),
    onError: (failure: Error) => {
      void queries.invalidateQueries({ queryKey: asked.queryKey });
      announce(failure instanceof ApiFailure ? failure.message : NETWORK_MESSAGE, {
        tone: 'bad',
        lastsMs: METER_AREA_MS,
      });
    },
  };
};

/** What to do about a leak, and how to say that it is over. */
export const LeakSteps = ({ board, since }: { readonly board: Board; readonly since: string }) => {
  const mayEditMeter = useMay('edit-meter');
  const answered = useAnswered(board);
  const judge = useMutation({
    ...answered,
    mutationFn: (verdict: LeakVerdict['verdict']) =>
      request(judgeLeak, { params: { mac: board.macAddress }, body: { since, verdict } }),
  });
  return (
    <div className={classes.steps}>
      <p>
        <b>O que fazer:</b> à noite, feche as torneiras e leia o hidrômetro duas vezes, com uma hora de
        intervalo. Se o número mudou, feche o registro e chame um encanador.
      </p>
      {mayEditMeter && (
        <div className={classes.verdicts}>
          {VERDICTS.map(({ verdict, label }) => (
            <Button
              key={verdict}
              variant="default"
              loading={judge.isPending && judge.variables === verdict}
              disabled={judge.isPending}
              onClick={() => judge.mutate(verdict)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};

const SAID: Readonly<Record<LeakVerdict['verdict'], string>> = {
  resolved: 'Vazamento resolvido.',
  notALeak: 'Não é vazamento.',
};

interface VerdictNoteProps {
  readonly board: Board;
  readonly said: NonNullable<NightFlow['verdict']>;
}

/** Who ended the warning, and when; whoever may say so may take it back. */
export const VerdictNote = ({ board, said: { verdict, since, at, by } }: VerdictNoteProps) => {
  const mayEditMeter = useMay('edit-meter');
  const answered = useAnswered(board);
  const withdraw = useMutation({
    ...answered,
    mutationFn: () => request(withdrawLeakVerdict, { params: { mac: board.macAddress }, query: { since } }),
  });
  const zone = zoneOf(board);
  const moment = instant(Date.parse(at));
  const day = formatShortDay(civilDateAt(moment, zone));
  const person = by === null ? '' : ` por ${by}`;
  return (
    <Notice
      tone="info"
      title={SAID[verdict]}
      action={
        mayEditMeter && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Desfazer
          </Button>
        )
      }
    >
      O aviso desde {formatShortDay(civilDate(since))} foi encerrado{person} em {day},{' '}
      {formatClock(moment, zone)}. Um novo vazamento será avisado.
    </Notice>
  );
};
