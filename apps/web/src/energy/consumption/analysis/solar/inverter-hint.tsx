import type { Board } from '@nascente/contract/sites/meters';
import { may } from '@nascente/domain/people/permissions';
import { useUser } from '../../../../shared/session-state/signed-in.ts';
import { TextLink } from '../../../../shared/ui/marks/text-link.tsx';

const MARK = '“Este medidor está no inversor solar”';
/** More links than this would be a list of meters. */
const MAX_LINKS = 4;

const EditLink = ({ board, words }: { readonly board: Board; readonly words: string }) => (
  <TextLink to={`/editBoard/${board.macAddress}`}>{words}</TextLink>
);

/** What is to be done where nothing tells what is generated: mark the meter at the inverter, or install one. */
export const MissingInverter = ({ others }: { readonly others: readonly Board[] }) => {
  const { profile } = useUser();
  if (!may(profile, 'edit-meter')) return <p>Quem administra este local pode cadastrar um.</p>;
  return (
    <p>
      {others.length > 0 && (
        <>
          Já há um medidor no inversor? Edite-o e marque {MARK}:{' '}
          {others.slice(0, MAX_LINKS).map((board, index) => (
            <span key={board.macAddress}>
              {index > 0 && ', '}
              <EditLink board={board} words={board.name} />
            </span>
          ))}
          .{' '}
        </>
      )}
      {others.length > 0
        ? 'Se não houver, instale um e marque o mesmo ao '
        : `Instale um e marque ${MARK} ao `}
      <TextLink to="/registerBoard">cadastrar o medidor</TextLink>.
    </p>
  );
};

/** Energy flows back through a meter of which nobody has said where it stands. */
export const PerhapsInverter = ({ board }: { readonly board: Board }) => {
  const { profile } = useUser();
  if (!may(profile, 'edit-meter')) return null;
  return (
    <p>
      Ele está na saída dos painéis? Marque {MARK} ao <EditLink board={board} words="editar o medidor" />.
    </p>
  );
};
