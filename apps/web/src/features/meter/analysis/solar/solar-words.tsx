import type { Board } from '@nascente/contract/meters';
import type { SolarBalance, SolarPlace } from '@nascente/domain/consumption/solar';
import { formatNumber } from '@nascente/domain/units/format';
import { TextLink } from '../../../../shared/ui/text-link.tsx';

interface SolarWordsProps {
  readonly place: SolarPlace;
  readonly balance: SolarBalance;
  readonly inverters: readonly Board[];
  readonly general: Board | null;
}

const namesOf = (boards: readonly Board[]): string => boards.map(({ name }) => name).join(', ');

/** What the figures stand on, and what this meter cannot know. */
export const SolarWords = ({ place, balance, inverters, general }: SolarWordsProps) => {
  if (place === 'inverter') {
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
  if (place === 'load') {
    return (
      <p>
        Este medidor não é o da entrada: o que passa por ele no sentido contrário pode ser usado por outros
        circuitos antes de chegar à rede. O autoconsumo não pode ser conhecido por ele.
      </p>
    );
  }
  if (balance.generation === null) {
    return (
      <p>
        Este medidor está na entrada e vê só o que sobra dos painéis. O que eles geram e é usado na hora não
        passa por ele: o autoconsumo só pode ser conhecido com outro medidor na saída do inversor.
      </p>
    );
  }
  return (
    <p>
      Autoconsumo é a geração medida em {namesOf(inverters)} menos a injeção medida aqui, nas{' '}
      {formatNumber(balance.generation.hours, 0)} horas que os dois mediram.
    </p>
  );
};
