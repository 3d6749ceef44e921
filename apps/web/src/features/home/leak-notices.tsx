import type { Board } from '@nascente/contract/meters';
import { readNightFlow } from '@nascente/contract/water';
import { useQueries } from '@tanstack/react-query';
import { queryFor } from '../../shared/api-client.ts';
import { leakText } from '../../shared/consumption/leak-words.ts';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextLink } from '../../shared/ui/text-link.tsx';

/** A warning for every water meter whose nights show a leak; nothing while all is well, or not known. */
export const LeakNotices = ({ boards }: { readonly boards: readonly Board[] }) => {
  const answers = useQueries({
    queries: boards.map(({ macAddress: mac }) => queryFor(readNightFlow, { params: { mac } })),
  });
  return answers.map(({ data }, index) => {
    const board = boards[index];
    const leak = data?.nightFlow.leak;
    if (board === undefined || leak === undefined || leak === null) return null;
    return (
      <Notice
        key={board.macAddress}
        tone="bad"
        title={`Possível vazamento: ${board.name}.`}
        action={<TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>}
      >
        {leakText(leak)}
      </Notice>
    );
  });
};
