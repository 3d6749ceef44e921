import { type RefObject, useEffect, useRef } from 'react';
import { useAddress } from '../../../shared/api/use-address.ts';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Loading, SkeletonBlock } from '../../../shared/ui/page/skeleton.tsx';

/** By the address: the establishment is not known yet while placeholders stand for it. */
const useRoomName = (): string => {
  const { _id } = useUser();
  const [address] = useAddress();
  return `notices.${_id}.${address.get('estabelecimento') ?? 'first'}`;
};

/** Stores the height of the warnings on this device. */
export const useRememberNotices = (count: number): RefObject<HTMLDivElement | null> => {
  const name = useRoomName();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const height = count === 0 ? 0 : (list.current?.offsetHeight ?? 0);
    writePreference(name, height === 0 ? null : String(height));
  }, [name, count]);
  return list;
};

/** The height of the last warnings, so that nothing moves when they come. */
export const RestingNotices = () => {
  const height = Number(readPreference(useRoomName()) ?? 0);
  if (!(height > 0)) return null;
  return (
    <Loading label="Carregando os avisos">
      <SkeletonBlock height={height} />
    </Loading>
  );
};
