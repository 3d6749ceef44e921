import { Button } from '@mantine/core';
import { readVersionUse, removeTariffVersion } from '@nascente/contract/sites/tariff-versions';
import { readTariff, type TariffDetail } from '@nascente/contract/sites/tariffs';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { queryFor, request } from '../../shared/api/api-client.ts';
import { useNow } from '../../shared/consumption/use-now.ts';
import { FailureNotice } from '../../shared/forms/failure-notice.tsx';
import { useSending } from '../../shared/forms/use-sending.ts';
import { modalityNames } from '../../shared/tariffs/modality-words.ts';
import { tariffKind } from '../../shared/tariffs/tariff-words.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Card } from '../../shared/ui/marks/card.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { Tag } from '../../shared/ui/marks/tag.tsx';
import { TextLink } from '../../shared/ui/marks/text-link.tsx';
import { Answer } from '../../shared/ui/page/answer.tsx';
import { SkeletonBlock } from '../../shared/ui/page/skeleton.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { factsOf } from './rules-facts.ts';
import styles from './tariff-page.module.css';
import { ABSENT, TariffsFrame } from './tariffs-frame.tsx';
import { UseOfVersion } from './use-of-version.tsx';

interface Which {
  tariffId: string;
  validFrom: CivilDate;
}

const useRemoval = ({ tariffId, validFrom }: Which) => {
  const queryClient = useQueryClient();
  return useSending(async (onDone: () => void) => {
    await request(removeTariffVersion, { params: { id: tariffId, validFrom } });
    onDone();
    announce('Versão excluída.', { tone: 'good' });
    await queryClient.invalidateQueries();
  });
};

const RemovalDialog = ({ which, onClose }: { which: Which; onClose: () => void }) => {
  const { tariffId: id, validFrom } = which;
  const found = useQuery({ ...queryFor(readVersionUse, { params: { id, validFrom } }), staleTime: 0 });
  const { start, isSending, failure } = useRemoval(which);
  const use = found.data?.use;
  const isFree = use?.staysBecause === null;
  return (
    <Dialog
      title={use && !isFree ? 'Estes preços ficam' : `Excluir os preços a partir de ${formatDay(validFrom)}?`}
      onDismiss={onClose}
      isHeld={isSending}
      actions={
        <>
          <Button variant="default" disabled={isSending} data-autofocus onClick={onClose}>
            {use && !isFree ? 'Fechar' : 'Cancelar'}
          </Button>
          {isFree && (
            <Button color="bad" loading={isSending} onClick={() => void start(onClose)}>
              Excluir
            </Button>
          )}
        </>
      }
    >
      <Answer query={found} rest={<SkeletonBlock height={96} />} />
      {isFree ? <UseOfVersion use={use} change="removal" /> : <p>{use?.staysBecause}</p>}
      <FailureNotice failure={failure} />
    </Dialog>
  );
};

/** Takes a version away, where nothing closed was made by it. */
const RemoveVersion = (which: Which) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" color="bad" size="compact-sm" onClick={() => setOpen(true)}>
        Excluir versão
      </Button>
      {isOpen && <RemovalDialog which={which} onClose={() => setOpen(false)} />}
    </>
  );
};

type Version = TariffDetail['versions'][number];

const HOUR_MS = 3_600_000;
type State = 'future' | 'current' | 'past';
const stateTags = {
  future: ['warn', 'Futura'],
  current: ['good', 'Em vigor'],
  past: ['neutral', 'Anterior'],
} as const;

interface VersionItemProps {
  tariffId: string;
  version: Version;
  state: State;
  until: string | null;
  /** The only one stays. */
  isAlone: boolean;
}

const VersionItem = ({ tariffId, version, state, until, isAlone }: VersionItemProps) => {
  const [tone, word] = stateTags[state];
  return (
    <li className={styles.version} data-state={state}>
      <div className={styles.head}>
        <h3>
          {formatDay(version.validFrom as CivilDate)}
          {until && <small> até {formatDay(until as CivilDate)}</small>}
        </h3>
        <Tag tone={tone} dot={state === 'current'}>
          {word}
        </Tag>
      </div>
      <div className={styles.actions}>
        <TextLink to={`/tariffs/${tariffId}/version/${version.validFrom}`}>Corrigir preços</TextLink>
        {isAlone || <RemoveVersion tariffId={tariffId} validFrom={version.validFrom as CivilDate} />}
      </div>
      {version.source && <p className={styles.source}>{version.source}</p>}
      <dl className={styles.facts}>
        {factsOf(version.rules).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
};

/** The versions on a line of time, newest first. */
const Timeline = ({ tariff: { _id, versions } }: { tariff: TariffDetail }) => {
  const today = civilDateAt(instant(useNow(HOUR_MS)), DEFAULT_ZONE);
  const current = versions.findLast(({ validFrom }) => validFrom <= today);
  return (
    <ol className={styles.timeline} aria-label="Versões dos preços">
      {versions.toReversed().map((version) => (
        <VersionItem
          key={version.validFrom}
          tariffId={_id}
          isAlone={versions.length === 1}
          version={version}
          state={version === current ? 'current' : version.validFrom > today ? 'future' : 'past'}
          until={version.validUntil}
        />
      ))}
    </ol>
  );
};

const About = ({ tariff }: { tariff: TariffDetail }) => (
  <Card title="Sobre a tarifa" span={4} tour="tariff-about">
    <dl className={styles.facts}>
      {[
        ['Distribuidora', tariff.distributor],
        ...(tariff.cnpj ? [['CNPJ', tariff.cnpj]] : []),
        ['Subgrupo ou categoria', tariff.group],
        ['Modalidade', modalityNames[tariff.modality]],
        ...(tariff.color === modalityNames[tariff.modality] ? [] : [['Nome', tariff.color]]),
        ...(tariff.comment ? [['Classe', tariff.comment]] : []),
        ['Medidores com esta tarifa', String(tariff.meters)],
      ].map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <p className={styles.note}>
      Um reajuste é uma nova versão, que vale a partir do dia escolhido. Corrija uma versão só onde um preço
      foi digitado errado: as faturas em aberto mudam, as fechadas ficam como estão.
      {tariff.type === 'eletric' &&
        tariff.modality !== 'simple' &&
        ' Os valores são sem tributos e sem bandeira.'}
    </p>
  </Card>
);

const Loaded = ({ tariff }: { tariff: TariffDetail }) => (
  <>
    <Card title={tariff.distributor} qualifier={tariffKind(tariff)} span={8} tour="tariff-versions">
      <Timeline tariff={tariff} />
    </Card>
    <About tariff={tariff} />
  </>
);

/** A tariff with all versions of its prices. */
export const TariffPage = () => {
  const { id = '' } = useParams();
  const tariff = useQuery(queryFor(readTariff, { params: { id } }));
  return (
    <TariffsFrame
      title={tariff.data?.tax.distributor ?? 'Tarifa'}
      action={
        tariff.data && (
          <Button component={Link} to={`/tariffs/${id}/version`} leftSection={<Icon name="plus" size={18} />}>
            Nova versão
          </Button>
        )
      }
    >
      {(tariff.isError || tariff.isPending) && (
        <Card>
          <Answer query={tariff} rows={4} absent={ABSENT} />
        </Card>
      )}
      {tariff.data && <Loaded tariff={tariff.data.tax} />}
    </TariffsFrame>
  );
};
