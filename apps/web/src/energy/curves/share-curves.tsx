import type { Series } from '../../shared/explorer/curves/use-curves.ts';
import { ShareLink } from '../../shared/links/share-link.tsx';
import classes from './explore.module.css';
import { addressOf, type ExploreState } from './explore-state.ts';

interface ShareCurvesProps {
  readonly state: ExploreState;
  /** What is drawn, also where the address names nothing. */
  readonly series: readonly Series[];
}

/** A link shows curves of one establishment, as they are in view. */
export const ShareCurves = ({ state, series }: ShareCurvesProps) => {
  const [first] = series;
  if (first === undefined) return null;
  const { establishmentId, type } = first.board;
  if (series.some(({ board }) => board.establishmentId !== establishmentId))
    return <p className={classes.unshared}>Um link mostra curvas de um estabelecimento só.</p>;
  const wanted = series.map(({ board, quantity }) => ({ mac: board.macAddress, quantity: quantity.key }));
  const { ver, de, ate, eixos } = addressOf({ ...state, wanted });
  const asked = Object.entries({ ver, de, ate, eixos }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return (
    <p className={classes.share}>
      <ShareLink
        kind="curve"
        establishmentId={establishmentId}
        type={type}
        asked={Object.fromEntries(asked)}
      />
    </p>
  );
};
