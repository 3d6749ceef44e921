import type { Board } from '@nascente/contract/sites/meters';
import { formatNumber } from '@nascente/domain/base/units/format';
import type { SolarBalance, SolarRole } from '@nascente/domain/energy/subjects/solar';
import { useMay } from '../../../../shared/session-state/use-may.ts';
import { TextLink } from '../../../../shared/ui/marks/text-link.tsx';

const MARK = '“Este medidor está no inversor solar”';
/** Maximum links in the text. */
const MAX_LINKS = 4;

const EditLink = ({ board, words }: { readonly board: Board; readonly words: string }) => (
  <TextLink to={`/editBoard/${board.macAddress}`}>{words}</TextLink>
);

/** Advice if no inverter is metered: mark the meter at the inverter as solar, or install one. */
const MissingInverter = ({ others }: { readonly others: readonly Board[] }) => {
  if (!useMay('edit-meter')) return <p>Quem administra este estabelecimento pode cadastrar um.</p>;
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

/** Asks whether a meter that measures injected energy stands at an inverter. */
const PerhapsInverter = ({ board }: { readonly board: Board }) => {
  if (!useMay('edit-meter')) return null;
  return (
    <p>
      Ele está na saída dos painéis? Marque {MARK} ao <EditLink board={board} words="editar o medidor" />.
    </p>
  );
};

interface SolarTextProps {
  readonly board: Board;
  readonly role: SolarRole;
  readonly balance: SolarBalance;
  readonly inverters: readonly Board[];
  readonly general: Board | null;
  readonly others: readonly Board[];
}

const namesOf = (boards: readonly Board[]): string => boards.map(({ name }) => name).join(', ');

/** The basis of the figures, and the limits of this meter. */
export const SolarText = ({ board, role, balance, inverters, general, others }: SolarTextProps) => {
  if (role === 'inverter') {
    return (
      <p>
        Este medidor está na saída dos painéis: a energia que passa por ele é a gerada. Quanto dela foi usada
        no local aparece no medidor da entrada.
        {general !== null && (
          <>
            {' '}
            <TextLink to={`/meter/${general.macAddress}`}>Ver {general.name}</TextLink>
          </>
        )}
      </p>
    );
  }
  if (role === 'load') {
    return (
      <>
        <p>
          Este medidor não é o da entrada: o que passa por ele no sentido contrário pode ser usado por outros
          circuitos antes de chegar à rede. O autoconsumo não pode ser conhecido por ele.
        </p>
        <PerhapsInverter board={board} />
      </>
    );
  }
  if (inverters.length === 0) {
    return (
      <>
        <p>
          Este medidor está na entrada e vê só o que sobra dos painéis. O que eles geram e é usado na hora não
          passa por ele: o autoconsumo só pode ser conhecido com outro medidor na saída do inversor.
        </p>
        <MissingInverter others={others} />
      </>
    );
  }
  if (balance.generation === null)
    return (
      <p>
        Não há medições de {namesOf(inverters)} neste período: sem a geração não se conhece o autoconsumo.
      </p>
    );
  return (
    <p>
      Autoconsumo é a geração medida em {namesOf(inverters)} menos a injeção medida aqui, nas{' '}
      {formatNumber(balance.generation.hours, 0)} horas que os dois mediram.
    </p>
  );
};
