import { useAddress } from '../../../shared/api/use-address.ts';
import { useRememberedHeight } from '../../../shared/session-state/remembered-height.ts';
import { Loading, SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';

/** By the address: the establishment is not known yet while placeholders stand for it. */
export const useNoticesName = (): string => {
  const [address] = useAddress();
  return `notices.${address.get('estabelecimento') ?? 'first'}`;
};

/** The height of the last warnings, so that nothing moves when they come. */
export const RestingNotices = () => {
  const height = useRememberedHeight(useNoticesName());
  return (
    height !== null && (
      <Loading label="Carregando os avisos">
        <SkeletonBlock height={height} />
      </Loading>
    )
  );
};
